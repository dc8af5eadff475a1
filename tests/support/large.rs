//! A large take in every format, of any length, with numbers as captures have them.

use std::fmt::Write as _;

/// How many joints, segments or markers the takes have.
pub const NODES: usize = 60;

/// A large file, and the one it is read with.
pub struct Large {
    pub format: &'static str,
    pub file: &'static str,
    pub bytes: Vec<u8>,
    pub beside: Option<(&'static str, String)>,
}

/// A maker of a take of so many frames.
pub type Make = fn(frames: usize) -> Large;

/// One for each of the formats but BVH.
pub const ALL: [Make; 12] =
    [htr, amc, trc, csm, optitrack, qualisys, vicon, positions, table, bva, bonespro, c3d];

/// Those that are read as places and rotations in the world, which become channels.
pub const SAMPLED: [Make; 2] = [mvnx, npz];

/// A value as captures have them: six decimals, some tens in size, never the same twice in a row.
fn value(frame: usize, column: usize) -> f64 {
    let time = frame as f64 / 120.0;
    let phase = column as f64;
    60.0 * (time * (0.3 + phase % 7.0) + phase).sin() + 4.0 * (time * 11.0 + phase).cos()
}

/// A BVH file of 60 channels, with values that differ from row to row.
pub fn bvh(frames: usize) -> String {
    bvh_announced(frames, &format!("Frames: {frames}\n"))
}

/// The same with another line, or none, to tell how many frames there are.
pub fn bvh_announced(frames: usize, announced: &str) -> String {
    const JOINTS: usize = 20;
    let mut text = String::from("HIERARCHY\n");
    for joint in 0..JOINTS {
        let word = if joint == 0 { "ROOT" } else { "JOINT" };
        let _ = write!(
            text,
            "{word} Joint{joint}\n{{\nOFFSET 0 {joint} 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
        );
    }
    text += &"}\n".repeat(JOINTS);
    let _ = write!(text, "MOTION\n{announced}Frame Time: 0.01\n");
    for frame in 0..frames {
        values(&mut text, frame, 0..3 * JOINTS, ' ');
        text.push('\n');
    }
    text
}

fn values(text: &mut String, frame: usize, columns: std::ops::Range<usize>, between: char) {
    for column in columns {
        let _ = write!(text, "{between}{:.6}", value(frame, column));
    }
}

pub fn htr(frames: usize) -> Large {
    let mut text = format!(
        "[Header]\nFileType htr\nDataType HTRS\nFileVersion 1\nNumSegments {NODES}\nNumFrames {frames}\n\
         DataFrameRate 120\nEulerRotationOrder ZYX\nCalibrationUnits mm\nRotationUnits Degrees\n\
         GlobalAxisofGravity Y\nBoneLengthAxis Y\nScaleFactor 1.0\n[SegmentNames&Hierarchy]\nS0 GLOBAL\n"
    );
    for node in 1..NODES {
        let _ = writeln!(text, "S{node} S{}", (node - 1) / 2);
    }
    text += "[BasePosition]\n";
    for node in 0..NODES {
        let _ = writeln!(text, "S{node} 0 10 0 0 0 5 100");
    }
    for node in 0..NODES {
        let _ = writeln!(text, "[S{node}]");
        for frame in 0..frames {
            let _ = write!(text, "{}", frame + 1);
            values(&mut text, frame, node * 6..node * 6 + 6, '\t');
            text += "\t1.000000\n";
        }
    }
    Large {
        format: "HTR",
        file: "bench.htr",
        bytes: (text + "[EndOfFile]\n").into_bytes(),
        beside: None,
    }
}

fn amc(frames: usize) -> Large {
    let mut asf = String::from(
        ":version 1.10\n:name bench\n:units\n mass 1.0\n length 0.45\n angle deg\n:root\n order TX TY TZ RX RY RZ\n axis XYZ\n\
         position 0 0 0\n orientation 0 0 0\n:bonedata\n",
    );
    for bone in 1..NODES {
        let _ = write!(
            asf,
            "begin\n id {bone}\n name bone{bone}\n direction 0 1 0\n length 3\n axis 10 20 30 XYZ\n dof rx ry rz\n\
             limits (-160.0 20.0)\n (-70.0 70.0)\n (-60.0 70.0)\nend\n"
        );
    }
    asf += ":hierarchy\nbegin\n";
    for bone in 1..NODES {
        let parent = match (bone - 1) / 2 {
            0 => "root".to_string(),
            parent => format!("bone{parent}"),
        };
        let _ = writeln!(asf, "{parent} bone{bone}");
    }
    asf += "end\n";
    let mut text = String::from("# bench\n:FULLY-SPECIFIED\n:DEGREES\n");
    for frame in 0..frames {
        let _ = write!(text, "{}\nroot", frame + 1);
        values(&mut text, frame, 0..6, ' ');
        text.push('\n');
        for bone in 1..NODES {
            let _ = write!(text, "bone{bone}");
            values(&mut text, frame, bone * 6..bone * 6 + 3, ' ');
            text.push('\n');
        }
    }
    Large {
        format: "AMC",
        file: "bench.amc",
        bytes: text.into_bytes(),
        beside: Some(("bench.asf", asf)),
    }
}

pub fn trc(frames: usize) -> Large {
    let mut text = format!(
        "PathFileType\t4\t(X/Y/Z)\tbench.trc\nDataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\t\
         OrigDataStartFrame\tOrigNumFrames\n120\t120\t{frames}\t{NODES}\tmm\t120\t1\t{frames}\nFrame#\tTime"
    );
    for marker in 0..NODES {
        let _ = write!(text, "\tM{marker}\t\t");
    }
    text += "\n\t";
    for marker in 1..=NODES {
        let _ = write!(text, "\tX{marker}\tY{marker}\tZ{marker}");
    }
    text += "\n\n";
    for frame in 0..frames {
        let _ = write!(text, "{}\t{:.6}", frame + 1, frame as f64 / 120.0);
        values(&mut text, frame, 0..3 * NODES, '\t');
        text.push('\n');
    }
    Large { format: "TRC", file: "bench.trc", bytes: text.into_bytes(), beside: None }
}

fn csm(frames: usize) -> Large {
    let mut text =
        format!("$Filename bench.csm\n$FirstFrame 1\n$LastFrame {frames}\n$Rate 120\n$Order\n");
    for marker in 0..NODES {
        let _ = write!(text, "M{marker} ");
    }
    text += "\n$Points\n";
    for frame in 0..frames {
        let _ = write!(text, "{}", frame + 1);
        values(&mut text, frame, 0..3 * NODES, '\t');
        text.push('\n');
    }
    Large { format: "CSM", file: "bench.csm", bytes: text.into_bytes(), beside: None }
}

/// Half of the nodes are rigid bodies with quaternions, half of them markers.
pub fn optitrack(frames: usize) -> Large {
    const BODIES: usize = NODES / 2;
    let cells = |body: [&str; 8], marker: [&str; 3]| {
        let bodies = (0..BODIES).flat_map(|i| body.map(|cell| cell.replace('#', &i.to_string())));
        let markers =
            (BODIES..NODES).flat_map(|i| marker.map(|cell| cell.replace('#', &i.to_string())));
        let cells: Vec<String> = bodies.chain(markers).collect();
        cells.join(",")
    };
    let position = "Position";
    let mut text = format!(
        "Format Version,1.23,Take Name,bench,Export Frame Rate,120.000000,Total Exported Frames,{frames},\
         Rotation Type,Quaternion,Length Units,Millimeters,Coordinate Space,Global\n\n\
         ,Type,{}\n,Name,{}\n,ID,{}\n,,{}\nFrame,Time (Seconds),{}\n",
        cells(["Rigid Body"; 8], ["Marker"; 3]),
        cells(["Body#"; 8], ["M#"; 3]),
        cells(["\"1A#\""; 8], ["\"2B#\""; 3]),
        cells(
            [
                "Rotation",
                "Rotation",
                "Rotation",
                "Rotation",
                position,
                position,
                position,
                "Mean Marker Error"
            ],
            [position; 3]
        ),
        cells(["X", "Y", "Z", "W", "X", "Y", "Z", ""], ["X", "Y", "Z"]),
    );
    for frame in 0..frames {
        let _ = write!(text, "{frame},{:.6}", frame as f64 / 120.0);
        for body in 0..BODIES {
            let (sin, cos) = (value(frame, body).to_radians() / 2.0).sin_cos();
            let _ = write!(text, ",{sin:.6},0.000000,0.000000,{cos:.6}");
            values(&mut text, frame, 3 * body..3 * body + 3, ',');
            text += ",0.000012";
        }
        values(&mut text, frame, 3 * BODIES..3 * NODES, ',');
        text.push('\n');
    }
    Large { format: "OptiTrack", file: "bench.csv", bytes: text.into_bytes(), beside: None }
}

pub fn qualisys(frames: usize) -> Large {
    let mut text = format!(
        "NO_OF_FRAMES\t{frames}\nNO_OF_CAMERAS\t8\nNO_OF_MARKERS\t{NODES}\nFREQUENCY\t120\nDATA_INCLUDED\t3D\nMARKER_NAMES"
    );
    for marker in 0..NODES {
        let _ = write!(text, "\tM{marker}");
    }
    text += "\nFrame\tTime";
    for marker in 0..NODES {
        let _ = write!(text, "\tM{marker} X\tM{marker} Y\tM{marker} Z");
    }
    text.push('\n');
    for frame in 0..frames {
        let _ = write!(text, "{}\t{:.5}", frame + 1, frame as f64 / 120.0);
        values(&mut text, frame, 0..3 * NODES, '\t');
        text.push('\n');
    }
    Large { format: "Qualisys", file: "bench.tsv", bytes: text.into_bytes(), beside: None }
}

pub fn vicon(frames: usize) -> Large {
    let mut text = String::from("Trajectories\n120\n,");
    for marker in 0..NODES {
        let _ = write!(text, ",Ann:M{marker},,");
    }
    text += "\nFrame,Sub Frame";
    text += &",X,Y,Z".repeat(NODES);
    text += "\n,";
    text += &",mm,mm,mm".repeat(NODES);
    text.push('\n');
    for frame in 0..frames {
        let _ = write!(text, "{},0", frame + 1);
        values(&mut text, frame, 0..3 * NODES, ',');
        text.push('\n');
    }
    Large { format: "Vicon", file: "bench.csv", bytes: text.into_bytes(), beside: None }
}

/// Positions with a row a frame.
pub fn positions(frames: usize) -> Large {
    let mut text = String::from("frame,number,time");
    for node in 0..NODES {
        let _ = write!(text, ",N{node}.x,N{node}.y,N{node}.z");
    }
    text.push('\n');
    for frame in 0..frames {
        let _ = write!(text, "{frame},,{:.6}", frame as f64 / 120.0);
        values(&mut text, frame, 0..3 * NODES, ',');
        text.push('\n');
    }
    of_positions(text)
}

/// Positions with a row for each node on each frame.
pub fn positions_by_node(frames: usize) -> Large {
    let mut text = String::from("frame,number,time,index,node,x,y,z\n");
    for frame in 0..frames {
        for node in 0..NODES {
            let time = frame as f64 / 120.0;
            let _ = write!(text, "{frame},{},{time:.6},{node},N{node}", frame + 101);
            values(&mut text, frame, 3 * node..3 * node + 3, ',');
            text.push('\n');
        }
    }
    of_positions(text)
}

fn of_positions(text: String) -> Large {
    Large { format: "Positions", file: "bench.csv", bytes: text.into_bytes(), beside: None }
}

/// A table whose columns are named beside it, in another order than that of the channels.
pub fn table(frames: usize) -> Large {
    let mut text = String::new();
    for frame in 0..frames {
        let _ = write!(text, "{:.6}\t{:.3}", value(frame, 0), frame as f64 * 1e3 / 120.0);
        values(&mut text, frame, 1..3 * NODES, '\t');
        text.push('\n');
    }
    let columns =
        (0..NODES).flat_map(|node| ["z", "x", "y"].map(|axis| format!("\"N{node} {axis}\"")));
    let mut columns: Vec<String> = columns.collect();
    columns.insert(1, "\"time\"".into());
    let columns = columns.join(", ");
    of_table(text, &format!("columns = [{columns}]\ntime_unit = \"ms\"\n"))
}

/// A table with a row for each marker on each frame.
pub fn table_by_name(frames: usize) -> Large {
    let mut text = String::new();
    for frame in 0..frames {
        for node in 0..NODES {
            let _ = write!(text, "{frame}\tN{node}");
            values(&mut text, frame, 3 * node..3 * node + 3, '\t');
            text.push('\n');
        }
    }
    let columns = "columns = [\"frame\", \"name\", \"x\", \"y\", \"z\"]\nrate = 120\n";
    of_table(text, columns)
}

fn of_table(text: String, columns: &str) -> Large {
    Large {
        format: "Table",
        file: "bench.tsv",
        bytes: text.into_bytes(),
        beside: Some(("bench.tsv.columns.toml", columns.to_string())),
    }
}

pub fn bva(frames: usize) -> Large {
    let mut text = String::new();
    for node in 0..NODES {
        let _ = write!(
            text,
            "Segment: S{node}\nFrames: {frames}\nFrame Time: 0.008333\nXTRAN YTRAN ZTRAN XROT YROT ZROT XSCALE YSCALE ZSCALE\n\
             INCHES INCHES INCHES DEGREES DEGREES DEGREES INCHES INCHES INCHES\n"
        );
        for frame in 0..frames {
            values(&mut text, frame, node * 6..node * 6 + 6, '\t');
            text += "\t1.000000\t10.000000\t1.000000\n";
        }
    }
    Large { format: "BVA", file: "bench.bva", bytes: text.into_bytes(), beside: None }
}

fn bonespro(frames: usize) -> Large {
    let mut text = format!(
        "{NODES} 0 {frames}\nBones\nAbsolute\nEuler Angles\nXYZ\nDegrees\n0\n{}\n1\n",
        frames - 1
    );
    for frame in 0..frames {
        for node in 0..NODES {
            text += "4.000000 20.000000 6.000000\n";
            for _ in ["bone", "node"] {
                values(&mut text, frame, node * 6..node * 6 + 3, ' ');
                text.push('\n');
                values(&mut text, frame, node * 6 + 3..node * 6 + 6, ' ');
                text.push('\n');
            }
        }
    }
    Large { format: "BonesPro", file: "bench.txt", bytes: text.into_bytes(), beside: None }
}

/// A C3D file with Intel's floats and without analog data.
fn c3d(frames: usize) -> Large {
    /// Bytes in a block.
    const BLOCK: usize = 512;
    let mut bytes = vec![0u8; 2 * BLOCK];
    let mut word =
        |at: usize, value: u16| bytes[2 * at..][..2].copy_from_slice(&value.to_le_bytes());
    word(0, 0x5002);
    word(1, NODES as u16);
    word(3, 1);
    word(4, frames as u16);
    word(8, 3);
    bytes[12..16].copy_from_slice(&(-0.1f32).to_le_bytes());
    bytes[20..24].copy_from_slice(&120f32.to_le_bytes());
    // One block of parameters, for an Intel processor: the group POINT with what readers ask for.
    bytes[BLOCK..BLOCK + 4].copy_from_slice(&[1, 80, 1, 84]);
    let mut parameters: Vec<u8> = Vec::new();
    let mut group = vec![5, 0xff];
    group.extend(b"POINT");
    group.extend(3u16.to_le_bytes());
    group.push(0);
    parameters.extend(group);
    let mut parameter = |name: &[u8], kind: i8, data: &[u8], last: bool| {
        let mut entry = vec![name.len() as u8, 1];
        entry.extend(name);
        let len = 2 + 2 + data.len() + 1;
        entry.extend(if last { 0 } else { len as u16 }.to_le_bytes());
        entry.extend([kind as u8, 0]);
        entry.extend(data);
        entry.push(0);
        parameters.extend(entry);
    };
    parameter(b"USED", 2, &(NODES as u16).to_le_bytes(), false);
    parameter(b"SCALE", 4, &(-0.1f32).to_le_bytes(), false);
    parameter(b"RATE", 4, &120f32.to_le_bytes(), false);
    parameter(b"DATA_START", 2, &3u16.to_le_bytes(), false);
    parameter(b"FRAMES", 2, &(frames as u16).to_le_bytes(), true);
    bytes[BLOCK + 4..][..parameters.len()].copy_from_slice(&parameters);
    for frame in 0..frames {
        for point in 0..NODES {
            for axis in 0..3 {
                bytes.extend((value(frame, point * 3 + axis) as f32).to_le_bytes());
            }
            bytes.extend(0f32.to_le_bytes());
        }
    }
    bytes.resize(bytes.len().next_multiple_of(BLOCK), 0);
    Large { format: "C3D", file: "bench.c3d", bytes, beside: None }
}

/// An MVNX file with as many other lists as real ones have beside orientations and places.
fn mvnx(frames: usize) -> Large {
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<mvnx version=\"4\">\n\
         <subject label=\"bench\" frameRate=\"120\" segmentCount=\"{NODES}\">\n<segments>\n"
    );
    for node in 0..NODES {
        let _ = writeln!(text, "<segment label=\"S{node}\"/>");
    }
    text += "</segments>\n<joints>\n";
    for node in 1..NODES {
        let parent = (node - 1) / 2;
        let _ = writeln!(
            text,
            "<joint><connector1>S{parent}/j</connector1><connector2>S{node}/j</connector2></joint>"
        );
    }
    text += "</joints>\n<frames>\n";
    for frame in 0..frames {
        let time = frame * 1000 / 120;
        let _ = write!(
            text,
            "<frame time=\"{time}\" index=\"{frame}\" type=\"normal\">\n<orientation>"
        );
        for node in 0..NODES {
            let (sin, cos) = value(frame, node).to_radians().sin_cos();
            let _ = write!(text, "{cos:.6} {sin:.6} 0.000000 0.000000 ");
        }
        text += "</orientation>\n<position>";
        values(&mut text, frame, 0..3 * NODES, ' ');
        text += "</position>\n";
        for list in ["velocity", "acceleration", "angularVelocity", "jointAngle"] {
            let _ = write!(text, "<{list}>");
            values(&mut text, frame, 0..3 * NODES, ' ');
            let _ = writeln!(text, "</{list}>");
        }
        text += "<footContacts>0 0 0 0</footContacts>\n</frame>\n";
    }
    Large {
        format: "MVNX",
        file: "bench.mvnx",
        bytes: (text + "</frames>\n</subject>\n</mvnx>\n").into_bytes(),
        beside: None,
    }
}

/// An array of NumPy as an archive has it.
fn npy(shape: &[usize], values: impl Iterator<Item = f32>) -> Vec<u8> {
    let shape: String = shape.iter().map(|n| format!("{n}, ")).collect();
    let head = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({shape}), }}");
    let mut bytes = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    bytes.extend(format!("{head:<117}\n").bytes());
    bytes.extend(values.flat_map(f32::to_le_bytes));
    bytes
}

/// A stored NPZ archive of positions and matrices, with parents.
fn npz(frames: usize) -> Large {
    let columns = (0..frames).flat_map(|frame| (0..3 * NODES).map(move |i| value(frame, i) as f32));
    let nodes = (0..frames).flat_map(|frame| (0..NODES).map(move |node| value(frame, node)));
    let matrices = nodes.flat_map(|degrees| {
        let (sin, cos) = (degrees.to_radians() as f32).sin_cos();
        [1.0, 0.0, 0.0, 0.0, cos, -sin, 0.0, sin, cos]
    });
    let parents = (0..NODES).map(|node| (node as f32 - 1.0) / 2.0).map(f32::floor);
    let arrays = [
        ("positions", npy(&[frames, NODES, 3], columns)),
        ("global_rot_mats", npy(&[frames, NODES, 3, 3], matrices)),
        ("parents", npy(&[NODES], parents)),
        ("fps", npy(&[], std::iter::once(120.0))),
    ];
    let mut bytes = Vec::new();
    for (key, array) in arrays {
        let name = format!("{key}.npy");
        let size = (array.len() as u32).to_le_bytes();
        bytes.extend(b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0");
        // Without a checksum, which is told and hinders nothing.
        bytes.extend([[0; 4], size, size].concat());
        bytes.extend((name.len() as u16).to_le_bytes());
        bytes.extend([0; 2]);
        bytes.extend(name.bytes());
        bytes.extend(array);
    }
    Large { format: "NPZ", file: "bench.npz", bytes, beside: None }
}
