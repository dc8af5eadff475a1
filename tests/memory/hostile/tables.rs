//! Hostile files of the text formats of optical systems.

use super::{Hostile, assert_in_proportion, dense, each, loads, refused};

/// A file of Motive with these columns, named by their types, and rows.
fn optitrack(columns: usize, parents: &str, cells: [&str; 3], rows: &str) -> String {
    let [kinds, parts, axes] = cells.map(|cell| cell.repeat(columns));
    let names = each(columns, |i| format!(",a{i}").repeat(cells[2].matches(',').count()));
    format!(
        "Format Version,1.25,Export Frame Rate,100\n\n,Type{kinds}\n,Name{names}\n{parents},{parts}\nFrame,Time{axes}\n{rows}"
    )
}

const MARKER: [&str; 3] = [",Marker,Marker,Marker", ",Position,Position,Position", ",X,Y,Z"];

const BONE: [&str; 3] = [
    ",Bone,Bone,Bone,Bone,Bone,Bone,Bone",
    ",Rotation,Rotation,Rotation,Rotation,Position,Position,Position",
    ",X,Y,Z,W,X,Y,Z",
];

/// Bones, each with the parent that `parent` names.
fn bones(count: usize, parent: impl Fn(usize) -> usize) -> String {
    let parents = each(count, |i| format!(",a{}", parent(i)).repeat(7));
    let rows = format!("0,0{}\n", ",0,0,0,1,1,2,3".repeat(count));
    optitrack(count, &format!(",Parent{parents}\n"), BONE, &rows)
}

const OPTITRACK: &[Hostile<String>] = &[
    loads("markers", 20_000, |n| optitrack(n, "", MARKER, &format!("0,0{}\n", ",1,2,3".repeat(n)))),
    loads("bones that hang from the one ahead", 2_000, |n| bones(n, |i| i.saturating_sub(1))),
    loads("bones that hang from the next one", 2_000, |n| bones(n, |i| i + 1)),
    loads("bones that hang from one another in a ring", 2_000, |n| bones(n, |i| (i + 1) % n)),
    loads("bones without parents", 20_000, |n| {
        let rows = format!("0,0{}\n", ",0,0,0,1,1,2,3".repeat(n));
        optitrack(n, "", BONE, &rows)
    }),
    loads("rows of blank cells", 20_000, |n| {
        optitrack(20, "", MARKER, &format!("0,0{}\n", ",".repeat(60)).repeat(n))
    }),
    loads("rows of bodies that are missing", 20_000, |n| {
        optitrack(10, "", BONE, &format!("0,0{}\n", ",".repeat(70)).repeat(n))
    }),
    refused("rows without values", 100_000, |n| optitrack(100, "", MARKER, &"0,0\n".repeat(n))),
    loads("quotes", 200_000, |n| {
        optitrack(1, "", MARKER, &format!("0,0,1,2,3,{}\n", "\"\"".repeat(n)))
    }),
    loads("quotes that are open", 200_000, |n| {
        optitrack(1, "", MARKER, &format!("0,0,1,2,3{}\n", ",\"a".repeat(n)))
    }),
    loads("keys", 200_000, |n| {
        optitrack(1, "", MARKER, "0,0,1,2,3\n").replacen(
            '\n',
            &format!("{}\n", ",a,b".repeat(n)),
            1,
        )
    }),
    dense(&refused("lines ahead of the rows", 500_000, |n| {
        format!("Format Version,1.25\n{}", ",a\n".repeat(n))
    })),
    loads("markers that come and go", 20_000, |n| {
        let rows = each(n, |i| format!("frame,{i},0.1,0,1,1,2,3,{i},\n"));
        format!("righthanded\n{rows}")
    }),
    refused("bodies that a row counts and has not", 100_000, |n| {
        format!("righthanded\n{}", format!("frame,1,0.1,{n},1\n").repeat(n))
    }),
    loads("comments", 200_000, |n| {
        let comments = "comment,OptiTrack\n".repeat(n);
        format!("{comments}frame,1,0.1,0,1,1,2,3,1,a\n")
    }),
];

const QUALISYS: &[Hostile<String>] = &[
    dense(&loads("markers", 30_000, |n| {
        let names = each(n, |i| format!("\tm{i}"));
        let row = "1\t2\t3\t".repeat(n);
        format!("NO_OF_FRAMES\t1\nMARKER_NAMES{names}\n{row}\n")
    })),
    dense(&loads("bodies", 3_000, |n| {
        let names = each(n, |i| format!("\tm{i}"));
        let row = "1\t2\t3\t0\t0\t0\t0\t1\t0\t0\t0\t1\t0\t0\t0\t1\t\t".repeat(n);
        format!("NO_OF_FRAMES\t1\nBODY_NAMES{names}\n{row}\n")
    })),
    refused("names alone", 200_000, |n| {
        format!("NO_OF_FRAMES\t1\nMARKER_NAMES{}\n1\t2\t3\n", "\ta".repeat(n))
    }),
    refused("names of bodies alone", 200_000, |n| {
        format!("NO_OF_FRAMES\t1\nBODY_NAMES{}\n1\t2\t3\n", "\ta".repeat(n))
    }),
    loads("rows of tabs", 20_000, |n| {
        let tabs = "\t".repeat(59);
        let names = "\ta".repeat(20);
        format!(
            "NO_OF_FRAMES\t1\nMARKER_NAMES{names}\n{}",
            format!("{tabs}\n").repeat(n) + &format!("1\t2\t3{}\n", &tabs[2..])
        )
    }),
    loads("events", 100_000, |n| {
        let events = "EVENT\ta\t1\t0.5\n".repeat(n);
        format!("NO_OF_FRAMES\t1\n{events}MARKER_NAMES\ta\n1\t2\t3\n")
    }),
    loads("keys", 200_000, |n| {
        let keys = "FREQUENCY\t100\n".repeat(n);
        format!("NO_OF_FRAMES\t1\n{keys}MARKER_NAMES\ta\n1\t2\t3\n")
    }),
    loads("words for gaps", 200_000, |n| {
        format!("NO_OF_FRAMES\t1\nMARKER_NAMES\ta\n{}", "NULL\tNULL\tNULL\n".repeat(n))
    }),
];

const VICON: &[Hostile<String>] = &[
    dense(&loads("markers", 30_000, |n| {
        let names = each(n, |i| format!(",m{i},,"));
        let [axes, row] = [",X,Y,Z", ",1,2,3"].map(|part| part.repeat(n));
        format!("Trajectories\n100\n,{names}\nFrame,Sub Frame{axes}\n1,0{row}\n")
    })),
    loads("sections", 100_000, |n| {
        let others = "Devices\n1\n".repeat(n);
        format!("Trajectories\n100\n,,a\nFrame,Sub Frame,X,Y,Z\n1,0,1,2,3\n{others}")
    }),
    refused("sections ahead of others", 100_000, |n| {
        let others = "Devices\n1\n".repeat(n);
        format!("{others}Trajectories\n100\n,,a\nFrame,Sub Frame,X,Y,Z\n1,0,1,2,3\n")
    }),
    loads("words by themselves", 200_000, |n| {
        let words = format!("a\n{}", "\n".repeat(9)).repeat(n / 10);
        format!("Trajectories\n100\n,,a\nFrame,Sub Frame,X,Y,Z\n{}{words}", "1,0,1,2,3\n".repeat(n))
    }),
    dense(&loads("events", 100_000, |n| {
        let events = ",,1\n".repeat(n);
        format!(
            "Events\n1\nContext,Name,Time (s)\n{events}\nTrajectories\n100\n,,a\nFrame,Sub Frame,X,Y,Z\n1,0,1,2,3\n"
        )
    })),
    refused("rows without values", 100_000, |n| {
        let axes = ",X,Y,Z".repeat(100);
        format!("Trajectories\n100\n\nFrame,Sub Frame{axes}\n{}", "1,0\n".repeat(n))
    }),
];

const HEAD: &str = "frame,number,time,index,node,x,y,z\n";

const POSITIONS: &[Hostile<String>] = &[
    dense(&loads("nodes", 30_000, |n| {
        format!("{HEAD}{}", each(n, |i| format!("0,,0,{i},a,1,2,3\n")))
    })),
    loads("frames", 100_000, |n| format!("{HEAD}{}", each(n, |i| format!("{i},,0,0,a,1,2,3\n")))),
    refused("nodes of the first frame alone", 20_000, |n| {
        let first = each(n, |i| format!("0,,0,{i},a,1,2,3\n"));
        let rest = each(n, |i| format!("{},,0,0,a,1,2,3\n", i + 1));
        format!("{HEAD}{first}{rest}")
    }),
    loads("rows of nodes backwards", 100_000, |n| {
        format!("{HEAD}{}", each(n, |i| format!("{},,0,{},a,1,2,3\n", i / 9, 8 - i % 9)))
    }),
    refused("rows of nodes that are not in the first frame", 100_000, |n| {
        format!("{HEAD}0,,0,0,a,1,2,3\n{}", "1,,0,7,a,1,2,3\n".repeat(n))
    }),
    dense(&loads("columns", 30_000, |n| {
        let names = each(n, |i| format!(",{i}.x,{i}.y,{i}.z"));
        format!("frame,number,time{names}\n0,,0{}\n", ",1,2,3".repeat(n))
    })),
    loads("rows of blank cells", 100_000, |n| {
        format!("frame,number,time,a.x,a.y,a.z\n{}", "0,,,,,\n".repeat(n))
    }),
];

/// A table, and what its columns are.
fn table(columns: &str, rows: String) -> [(&'static str, String); 2] {
    let columns = format!("columns = [{columns}]\n");
    [("a.csv", rows), ("a.csv.columns.toml", columns)]
}

/// The columns of so many markers.
fn markers(count: usize) -> String {
    each(count, |i| format!("\"{i} x\",\"{i} y\",\"{i} z\","))
}

const NAMED: &[Hostile<[(&str, String); 2]>] = &[
    dense(&loads("columns", 20_000, |n| {
        table(&markers(n), format!("{}\n", "1,2,3,".repeat(n)).repeat(2))
    })),
    dense(&refused("columns of rows that are not there", 20_000, |n| {
        table(&markers(n), "1,2,3\n".repeat(n))
    })),
    loads("rows of one name", 100_000, |n| {
        table("\"name\",\"x\",\"y\",\"z\"", "a,1,2,3\n".repeat(n))
    }),
    dense(&loads("names of one frame", 30_000, |n| {
        let rows = each(n, |i| format!("{i},1,2,3\n"));
        table("\"name\",\"x\",\"y\",\"z\"", rows)
    })),
    dense(&refused("names that have a frame each", 30_000, |n| {
        let rows = each(n, |i| format!("{i},{i},1,2,3\n"));
        table("\"frame\",\"name\",\"x\",\"y\",\"z\"", rows)
    })),
    refused("lines ahead of the first row", 100_000, |n| {
        table("\"x\",\"y\",\"z\"", format!("{}1,2,3\n4,5,6\n", "a,b,c\n".repeat(n)))
    }),
    loads("numbers that touch", 100_000, |n| table(TOUCHING, "1.0-2.0-3.0\n".repeat(n))),
    refused("a line of words", 400_000, |n| table("\"x\",\"y\",\"z\"", "a,".repeat(n))),
];

/// Columns that are parted by blanks, or by nothing.
const TOUCHING: &str = "\"x\",\"y\",\"z\"]\nseparator = \"blanks\"\n# [";

#[test]
fn tables_of_optical_systems_are_read_in_proportion_to_their_size() {
    assert_in_proportion("a.csv", OPTITRACK);
    assert_in_proportion("a.tsv", QUALISYS);
    assert_in_proportion("a.csv", VICON);
    assert_in_proportion("a.csv", POSITIONS);
    assert_in_proportion("a.csv", NAMED);
}
