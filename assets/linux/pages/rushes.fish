# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_rushes_global_optspecs
    string join \n new-window theme= attach= bvh-positions= skeleton= rate= clip= columns= as= h/help V/version
end

function __fish_rushes_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_rushes_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_rushes_using_subcommand
    set -l cmd (__fish_rushes_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c rushes -n "__fish_rushes_needs_command" -l theme -d 'Theme of the window; by default the system\'s, or else dark' -r -f -a "dark\t''
light\t''"
complete -c rushes -n "__fish_rushes_needs_command" -l attach -d 'Attach an object (OBJ, GLB or glTF) to a bone, named by its joint; once for each object' -r -f
complete -c rushes -n "__fish_rushes_needs_command" -l bvh-positions -d 'Whether position channels in BVH replace OFFSET or add to it; auto decides by the numbers in the file' -r -f -a "auto\t''
replace\t''
add\t''"
complete -c rushes -n "__fish_rushes_needs_command" -l skeleton -d 'The skeleton (.asf) of an .amc, or the structure of a BonesPro animation; without it, Rushes looks beside the file' -r -F
complete -c rushes -n "__fish_rushes_needs_command" -l rate -d 'Frames per second of takes whose file gives no rate, such as AMC and BonesPro' -r -f
complete -c rushes -n "__fish_rushes_needs_command" -l clip -d 'The clip to read out of files with several takes, such as FBX and glTF: its name, or its number from 1; without it, the first one that moves something' -r -f
complete -c rushes -n "__fish_rushes_needs_command" -l columns -d 'What the columns of tables are that no other format knows (.csv, .tsv, .txt and others): a file such as Rushes writes; without it, FILE.columns.toml beside each FILE is read' -r -F
complete -c rushes -n "__fish_rushes_needs_command" -l as -d 'The format of files whose contents and names do not say, as of standard input' -r -f -a "bvh\t''
htr\t''
gtr\t''
amc\t''
asf\t''
bonespro\t''
trc\t''
c3d\t''
fbx\t''
gltf\t''
csm\t''
mvnx\t''
npz\t''
optitrack\t''
qualisys\t''
vicon\t''
positions\t''
table\t''
bva\t''
ask\t''"
complete -c rushes -n "__fish_rushes_needs_command" -l new-window -d 'Open a new window, even if the settings say to open takes in the running one'
complete -c rushes -n "__fish_rushes_needs_command" -s h -l help -d 'Print help'
complete -c rushes -n "__fish_rushes_needs_command" -s V -l version -d 'Print version'
complete -c rushes -n "__fish_rushes_needs_command" -a "info" -d 'Print what is in each file, warnings included'
complete -c rushes -n "__fish_rushes_needs_command" -a "positions" -d 'Print the world positions of joints and bone ends'
complete -c rushes -n "__fish_rushes_needs_command" -a "convert" -d 'Convert takes to BVH, HTR, GTR, AMC, glTF, USD, TRC, C3D, CSV or CSV of channels'
complete -c rushes -n "__fish_rushes_needs_command" -a "check" -d 'Look for faults in the capture: pops, jitter, gaps, skating feet and more'
complete -c rushes -n "__fish_rushes_needs_command" -a "compare" -d 'Print how far the joints of takes are from those of a reference'
complete -c rushes -n "__fish_rushes_needs_command" -a "measure" -d 'Print distances, angles, heights, speeds and the centre of mass over time'
complete -c rushes -n "__fish_rushes_needs_command" -a "notes" -d 'Print the notes on takes, add those of others, or copy the takes that are kept'
complete -c rushes -n "__fish_rushes_needs_command" -a "report" -d 'Write a web page about takes: pictures, notes, findings and a player, in one file'
complete -c rushes -n "__fish_rushes_needs_command" -a "render" -d 'Render pictures or a film of takes'
complete -c rushes -n "__fish_rushes_needs_command" -a "index" -d 'Make or refresh the index in which takes are found'
complete -c rushes -n "__fish_rushes_needs_command" -a "find" -d 'Find takes in the index: by words, by what is in them, by what reviewers say'
complete -c rushes -n "__fish_rushes_needs_command" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c rushes -n "__fish_rushes_using_subcommand info" -l files-from -d 'Read the names of files from a list, one a line (or ended by NUL); - for standard input' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand info" -l format -d 'Of folders and patterns, only read takes of these formats, such as bvh,c3d' -r -f -a "bvh\t''
htr\t''
gtr\t''
amc\t''
asf\t''
bonespro\t''
trc\t''
c3d\t''
fbx\t''
gltf\t''
csm\t''
mvnx\t''
npz\t''
optitrack\t''
qualisys\t''
vicon\t''
positions\t''
table\t''
bva\t''
ask\t''"
complete -c rushes -n "__fish_rushes_using_subcommand info" -l bvh-positions -d 'Whether position channels in BVH replace OFFSET or add to it; auto decides by the numbers in the file' -r -f -a "auto\t''
replace\t''
add\t''"
complete -c rushes -n "__fish_rushes_using_subcommand info" -l skeleton -d 'The skeleton (.asf) of an .amc, or the structure of a BonesPro animation; without it, Rushes looks beside the file' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand info" -l rate -d 'Frames per second of takes whose file gives no rate, such as AMC and BonesPro' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand info" -l clip -d 'The clip to read out of files with several takes, such as FBX and glTF: its name, or its number from 1; without it, the first one that moves something' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand info" -l columns -d 'What the columns of tables are that no other format knows (.csv, .tsv, .txt and others): a file such as Rushes writes; without it, FILE.columns.toml beside each FILE is read' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand info" -l as -d 'The format of files whose contents and names do not say, as of standard input' -r -f -a "bvh\t''
htr\t''
gtr\t''
amc\t''
asf\t''
bonespro\t''
trc\t''
c3d\t''
fbx\t''
gltf\t''
csm\t''
mvnx\t''
npz\t''
optitrack\t''
qualisys\t''
vicon\t''
positions\t''
table\t''
bva\t''
ask\t''"
complete -c rushes -n "__fish_rushes_using_subcommand info" -s r -l recursive -d 'Also read the folders inside of folders'
complete -c rushes -n "__fish_rushes_using_subcommand info" -l json -d 'Print an array with one object per file; every key is always present'
complete -c rushes -n "__fish_rushes_using_subcommand info" -l jsonl -d 'Print the object of each file on a line of its own, as soon as it is read'
complete -c rushes -n "__fish_rushes_using_subcommand info" -l joints -d 'List the joints in JSON, with parents and channels'
complete -c rushes -n "__fish_rushes_using_subcommand info" -s q -l quiet -d 'Print no warnings and no progress'
complete -c rushes -n "__fish_rushes_using_subcommand info" -s v -l verbose -d 'Print each file that is read, and the files that it is read with'
complete -c rushes -n "__fish_rushes_using_subcommand info" -l strict -d 'Refuse takes whose numbers are not those of the file: where warnings are of severity lost or changed (exit code 3)'
complete -c rushes -n "__fish_rushes_using_subcommand info" -s h -l help -d 'Print help'
complete -c rushes -n "__fish_rushes_using_subcommand info" -s V -l version -d 'Print version'
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l files-from -d 'Read the names of files from a list, one a line (or ended by NUL); - for standard input' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l format -d 'Of folders and patterns, only read takes of these formats, such as bvh,c3d' -r -f -a "bvh\t''
htr\t''
gtr\t''
amc\t''
asf\t''
bonespro\t''
trc\t''
c3d\t''
fbx\t''
gltf\t''
csm\t''
mvnx\t''
npz\t''
optitrack\t''
qualisys\t''
vicon\t''
positions\t''
table\t''
bva\t''
ask\t''"
complete -c rushes -n "__fish_rushes_using_subcommand positions" -s o -l output -d 'The file to write; FOLDER/, made if missing, for a file of each take; - for standard output' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l frames -d 'Only these frames, counted from 0: numbers and ranges, such as 0,10,20-30,100-,0-last:10' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l numbers -d 'Only the frames that the file calls so, such as 258-300' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l times -d 'Only at these times, in seconds of the file\'s own clock: between two frames, transforms are interpolated' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l rotations -d 'Also print rotations: Euler angles, quaternions or matrices' -r -f -a "euler\t''
quat\t''
matrix\t''"
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l unit -d 'The unit of length; by default the file\'s' -r -f -a "m\t''
cm\t''
mm\t''
file\t''"
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l up -d 'The axis that points up; by default the file\'s' -r -f -a "X\t''
Y\t''
Z\t''
-X\t''
-Y\t''
-Z\t''
file\t''"
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l bvh-positions -d 'Whether position channels in BVH replace OFFSET or add to it; auto decides by the numbers in the file' -r -f -a "auto\t''
replace\t''
add\t''"
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l skeleton -d 'The skeleton (.asf) of an .amc, or the structure of a BonesPro animation; without it, Rushes looks beside the file' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l rate -d 'Frames per second of takes whose file gives no rate, such as AMC and BonesPro' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l clip -d 'The clip to read out of files with several takes, such as FBX and glTF: its name, or its number from 1; without it, the first one that moves something' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l columns -d 'What the columns of tables are that no other format knows (.csv, .tsv, .txt and others): a file such as Rushes writes; without it, FILE.columns.toml beside each FILE is read' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l as -d 'The format of files whose contents and names do not say, as of standard input' -r -f -a "bvh\t''
htr\t''
gtr\t''
amc\t''
asf\t''
bonespro\t''
trc\t''
c3d\t''
fbx\t''
gltf\t''
csm\t''
mvnx\t''
npz\t''
optitrack\t''
qualisys\t''
vicon\t''
positions\t''
table\t''
bva\t''
ask\t''"
complete -c rushes -n "__fish_rushes_using_subcommand positions" -s r -l recursive -d 'Also read the folders inside of folders'
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l no-clobber -d 'Leave files that exist as they are'
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l json -d 'Print one JSON object instead of CSV'
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l npy -d 'Write an array of NumPy'
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l npz -d 'Write an archive of NumPy arrays, with names and times'
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l wide -d 'In CSV, print a row a frame instead of a row a node and frame'
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l raw-csv -d 'In CSV, leave texts as they are that spreadsheets take for formulas; else an apostrophe stands ahead of them'
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l local -d 'Rotations in the parent\'s axes instead of the world\'s'
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l channels -d 'Print the values of channels as the file has them, instead of positions'
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l unique-names -d 'Tell nodes of one name apart: the second is called name.2'
complete -c rushes -n "__fish_rushes_using_subcommand positions" -s q -l quiet -d 'Print no warnings and no progress'
complete -c rushes -n "__fish_rushes_using_subcommand positions" -s v -l verbose -d 'Print each file that is read, and the files that it is read with'
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l strict -d 'Refuse takes whose numbers are not those of the file: where warnings are of severity lost or changed (exit code 3)'
complete -c rushes -n "__fish_rushes_using_subcommand positions" -s h -l help -d 'Print help'
complete -c rushes -n "__fish_rushes_using_subcommand positions" -s V -l version -d 'Print version'
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l files-from -d 'Read the names of files from a list, one a line (or ended by NUL); - for standard input' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l format -d 'Of folders and patterns, only read takes of these formats, such as bvh,c3d' -r -f -a "bvh\t''
htr\t''
gtr\t''
amc\t''
asf\t''
bonespro\t''
trc\t''
c3d\t''
fbx\t''
gltf\t''
csm\t''
mvnx\t''
npz\t''
optitrack\t''
qualisys\t''
vicon\t''
positions\t''
table\t''
bva\t''
ask\t''"
complete -c rushes -n "__fish_rushes_using_subcommand convert" -s o -l output -d 'The file to write; FOLDER/, made if missing, for a file of each take; - for standard output' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l to -d 'The format to write; without it, the extension of the output says' -r -f -a "bvh\t''
htr\t''
gtr\t''
amc\t''
glb\t''
usda\t''
trc\t''
c3d\t''
csv\t''
channels.csv\t''"
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l frames -d 'Only these frames, counted from 0, such as 120-480, 120- or 120-last' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l fps -d 'Frames a second: frames are picked where they fall on those of the take, else transforms are interpolated' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l joints -d 'Only this joint and all below it' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l unit -d 'Write all lengths in this unit' -r -f -a "mm\t''
cm\t''
dm\t''
m\t''
inches\t''
feet\t''"
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l scale -d 'Multiply all lengths' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l up -d 'The axis that points up: the world is turned with it' -r -f -a "X\t''
Y\t''
Z\t''
-X\t''
-Y\t''
-Z\t''"
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l bvh-positions -d 'Whether position channels in BVH replace OFFSET or add to it; auto decides by the numbers in the file' -r -f -a "auto\t''
replace\t''
add\t''"
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l skeleton -d 'The skeleton (.asf) of an .amc, or the structure of a BonesPro animation; without it, Rushes looks beside the file' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l rate -d 'Frames per second of takes whose file gives no rate, such as AMC and BonesPro' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l clip -d 'The clip to read out of files with several takes, such as FBX and glTF: its name, or its number from 1; without it, the first one that moves something' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l columns -d 'What the columns of tables are that no other format knows (.csv, .tsv, .txt and others): a file such as Rushes writes; without it, FILE.columns.toml beside each FILE is read' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l as -d 'The format of files whose contents and names do not say, as of standard input' -r -f -a "bvh\t''
htr\t''
gtr\t''
amc\t''
asf\t''
bonespro\t''
trc\t''
c3d\t''
fbx\t''
gltf\t''
csm\t''
mvnx\t''
npz\t''
optitrack\t''
qualisys\t''
vicon\t''
positions\t''
table\t''
bva\t''
ask\t''"
complete -c rushes -n "__fish_rushes_using_subcommand convert" -s r -l recursive -d 'Also read the folders inside of folders'
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l no-clobber -d 'Leave files that exist as they are'
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l root-to-origin -d 'Put the root above the origin on the first frame; its height stays'
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l bake-positions -d 'Write positions in the world instead of rotations'
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l raw-csv -d 'In CSV, leave texts as they are that spreadsheets take for formulas; else an apostrophe stands ahead of them'
complete -c rushes -n "__fish_rushes_using_subcommand convert" -s q -l quiet -d 'Print no warnings and no progress'
complete -c rushes -n "__fish_rushes_using_subcommand convert" -s v -l verbose -d 'Print each file that is read, and the files that it is read with'
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l strict -d 'Refuse takes whose numbers are not those of the file: where warnings are of severity lost or changed (exit code 3)'
complete -c rushes -n "__fish_rushes_using_subcommand convert" -s h -l help -d 'Print help'
complete -c rushes -n "__fish_rushes_using_subcommand convert" -s V -l version -d 'Print version'
complete -c rushes -n "__fish_rushes_using_subcommand check" -l files-from -d 'Read the names of files from a list, one a line (or ended by NUL); - for standard input' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand check" -l format -d 'Of folders and patterns, only read takes of these formats, such as bvh,c3d' -r -f -a "bvh\t''
htr\t''
gtr\t''
amc\t''
asf\t''
bonespro\t''
trc\t''
c3d\t''
fbx\t''
gltf\t''
csm\t''
mvnx\t''
npz\t''
optitrack\t''
qualisys\t''
vicon\t''
positions\t''
table\t''
bva\t''
ask\t''"
complete -c rushes -n "__fish_rushes_using_subcommand check" -l only -d 'Only these checks, such as pop,skate' -r -f -a "pop\t''
step\t''
flip\t''
swap\t''
jitter\t''
freeze\t''
gap\t''
nan\t''
bone-length\t''
skate\t''
below-floor\t''
floating\t''
limit\t''
loop\t''
header\t''
t-pose\t''
sides\t''"
complete -c rushes -n "__fish_rushes_using_subcommand check" -l skip -d 'All checks but these' -r -f -a "pop\t''
step\t''
flip\t''
swap\t''
jitter\t''
freeze\t''
gap\t''
nan\t''
bone-length\t''
skate\t''
below-floor\t''
floating\t''
limit\t''
loop\t''
header\t''
t-pose\t''
sides\t''"
complete -c rushes -n "__fish_rushes_using_subcommand check" -l limit -d 'Measure against another limit, in its unit in the manual, such as gap-time=0.5; may be repeated' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand check" -l bvh-positions -d 'Whether position channels in BVH replace OFFSET or add to it; auto decides by the numbers in the file' -r -f -a "auto\t''
replace\t''
add\t''"
complete -c rushes -n "__fish_rushes_using_subcommand check" -l skeleton -d 'The skeleton (.asf) of an .amc, or the structure of a BonesPro animation; without it, Rushes looks beside the file' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand check" -l rate -d 'Frames per second of takes whose file gives no rate, such as AMC and BonesPro' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand check" -l clip -d 'The clip to read out of files with several takes, such as FBX and glTF: its name, or its number from 1; without it, the first one that moves something' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand check" -l columns -d 'What the columns of tables are that no other format knows (.csv, .tsv, .txt and others): a file such as Rushes writes; without it, FILE.columns.toml beside each FILE is read' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand check" -l as -d 'The format of files whose contents and names do not say, as of standard input' -r -f -a "bvh\t''
htr\t''
gtr\t''
amc\t''
asf\t''
bonespro\t''
trc\t''
c3d\t''
fbx\t''
gltf\t''
csm\t''
mvnx\t''
npz\t''
optitrack\t''
qualisys\t''
vicon\t''
positions\t''
table\t''
bva\t''
ask\t''"
complete -c rushes -n "__fish_rushes_using_subcommand check" -s r -l recursive -d 'Also read the folders inside of folders'
complete -c rushes -n "__fish_rushes_using_subcommand check" -l json -d 'Print an array with one object per file; every key is always present'
complete -c rushes -n "__fish_rushes_using_subcommand check" -l jsonl -d 'Print the object of each file on a line of its own, as soon as it is read'
complete -c rushes -n "__fish_rushes_using_subcommand check" -l all -d 'Also what reviewers ignore, and contacts as they were before anyone edited them'
complete -c rushes -n "__fish_rushes_using_subcommand check" -s q -l quiet -d 'Print no warnings and no progress'
complete -c rushes -n "__fish_rushes_using_subcommand check" -s v -l verbose -d 'Print each file that is read, and the files that it is read with'
complete -c rushes -n "__fish_rushes_using_subcommand check" -l strict -d 'Refuse takes whose numbers are not those of the file: where warnings are of severity lost or changed (exit code 3)'
complete -c rushes -n "__fish_rushes_using_subcommand check" -s h -l help -d 'Print help'
complete -c rushes -n "__fish_rushes_using_subcommand check" -s V -l version -d 'Print version'
complete -c rushes -n "__fish_rushes_using_subcommand compare" -l align -d 'How B is brought to where A is: none, place, place=FRAME or range' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand compare" -l sync -d 'Which moments belong together: frame, time, event=NAME, motion or an OFFSET' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand compare" -l joint -d 'Only these joints of A, for the figures, the limit and --sync motion' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand compare" -l match -d 'Match these joints of A and B, whatever they are called' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand compare" -l limit -d 'End with exit code 1 where the worst distance of any joint on any frame is above this, such as 2cm' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand compare" -l bvh-positions -d 'Whether position channels in BVH replace OFFSET or add to it; auto decides by the numbers in the file' -r -f -a "auto\t''
replace\t''
add\t''"
complete -c rushes -n "__fish_rushes_using_subcommand compare" -l skeleton -d 'The skeleton (.asf) of an .amc, or the structure of a BonesPro animation; without it, Rushes looks beside the file' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand compare" -l rate -d 'Frames per second of takes whose file gives no rate, such as AMC and BonesPro' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand compare" -l clip -d 'The clip to read out of files with several takes, such as FBX and glTF: its name, or its number from 1; without it, the first one that moves something' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand compare" -l columns -d 'What the columns of tables are that no other format knows (.csv, .tsv, .txt and others): a file such as Rushes writes; without it, FILE.columns.toml beside each FILE is read' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand compare" -l as -d 'The format of files whose contents and names do not say, as of standard input' -r -f -a "bvh\t''
htr\t''
gtr\t''
amc\t''
asf\t''
bonespro\t''
trc\t''
c3d\t''
fbx\t''
gltf\t''
csm\t''
mvnx\t''
npz\t''
optitrack\t''
qualisys\t''
vicon\t''
positions\t''
table\t''
bva\t''
ask\t''"
complete -c rushes -n "__fish_rushes_using_subcommand compare" -l json -d 'Print one JSON object instead of a table'
complete -c rushes -n "__fish_rushes_using_subcommand compare" -l csv -d 'Print CSV instead of a table'
complete -c rushes -n "__fish_rushes_using_subcommand compare" -l raw-csv -d 'In CSV, leave texts as they are that spreadsheets take for formulas; else an apostrophe stands ahead of them'
complete -c rushes -n "__fish_rushes_using_subcommand compare" -s q -l quiet -d 'Print no warnings and no progress'
complete -c rushes -n "__fish_rushes_using_subcommand compare" -s v -l verbose -d 'Print each file that is read, and the files that it is read with'
complete -c rushes -n "__fish_rushes_using_subcommand compare" -l strict -d 'Refuse takes whose numbers are not those of the file: where warnings are of severity lost or changed (exit code 3)'
complete -c rushes -n "__fish_rushes_using_subcommand compare" -s h -l help -d 'Print help'
complete -c rushes -n "__fish_rushes_using_subcommand compare" -s V -l version -d 'Print version'
complete -c rushes -n "__fish_rushes_using_subcommand measure" -l files-from -d 'Read the names of files from a list, one a line (or ended by NUL); - for standard input' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand measure" -l format -d 'Of folders and patterns, only read takes of these formats, such as bvh,c3d' -r -f -a "bvh\t''
htr\t''
gtr\t''
amc\t''
asf\t''
bonespro\t''
trc\t''
c3d\t''
fbx\t''
gltf\t''
csm\t''
mvnx\t''
npz\t''
optitrack\t''
qualisys\t''
vicon\t''
positions\t''
table\t''
bva\t''
ask\t''"
complete -c rushes -n "__fish_rushes_using_subcommand measure" -l of -d 'What to measure, such as distance:LeftHand,RightHand; may be given several times' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand measure" -l frames -d 'Only these frames, counted from 0: numbers and ranges, such as 0,10,20-30,100-,0-last:10' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand measure" -s o -l output -d 'The file to write; FOLDER/, made if missing, for a file of each take; - for standard output' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand measure" -l bvh-positions -d 'Whether position channels in BVH replace OFFSET or add to it; auto decides by the numbers in the file' -r -f -a "auto\t''
replace\t''
add\t''"
complete -c rushes -n "__fish_rushes_using_subcommand measure" -l skeleton -d 'The skeleton (.asf) of an .amc, or the structure of a BonesPro animation; without it, Rushes looks beside the file' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand measure" -l rate -d 'Frames per second of takes whose file gives no rate, such as AMC and BonesPro' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand measure" -l clip -d 'The clip to read out of files with several takes, such as FBX and glTF: its name, or its number from 1; without it, the first one that moves something' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand measure" -l columns -d 'What the columns of tables are that no other format knows (.csv, .tsv, .txt and others): a file such as Rushes writes; without it, FILE.columns.toml beside each FILE is read' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand measure" -l as -d 'The format of files whose contents and names do not say, as of standard input' -r -f -a "bvh\t''
htr\t''
gtr\t''
amc\t''
asf\t''
bonespro\t''
trc\t''
c3d\t''
fbx\t''
gltf\t''
csm\t''
mvnx\t''
npz\t''
optitrack\t''
qualisys\t''
vicon\t''
positions\t''
table\t''
bva\t''
ask\t''"
complete -c rushes -n "__fish_rushes_using_subcommand measure" -s r -l recursive -d 'Also read the folders inside of folders'
complete -c rushes -n "__fish_rushes_using_subcommand measure" -l no-clobber -d 'Leave files that exist as they are'
complete -c rushes -n "__fish_rushes_using_subcommand measure" -s q -l quiet -d 'Print no warnings and no progress'
complete -c rushes -n "__fish_rushes_using_subcommand measure" -s v -l verbose -d 'Print each file that is read, and the files that it is read with'
complete -c rushes -n "__fish_rushes_using_subcommand measure" -l strict -d 'Refuse takes whose numbers are not those of the file: where warnings are of severity lost or changed (exit code 3)'
complete -c rushes -n "__fish_rushes_using_subcommand measure" -s h -l help -d 'Print help'
complete -c rushes -n "__fish_rushes_using_subcommand measure" -s V -l version -d 'Print version'
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l files-from -d 'Read the names of files from a list, one a line (or ended by NUL); - for standard input' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l format -d 'The format to write; without it, the extension of the output says, else md' -r -f -a "md\t''
csv\t''
json\t''
otio\t''
edl\t''
list\t''"
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l verdict -d 'Only takes of these verdicts, such as circled,keep; none is for takes that have none' -r -f -a "circled\t''
keep\t''
reject\t''
none\t''"
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l kind -d 'Only notes of these kinds, such as fault,to-do; events are left out' -r -f -a "fault\t''
question\t''
good\t''
to-do\t''"
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l timeline-rate -d 'Frames per second of the timeline of an EDL; by default those of the first take, or a part of them up to 60' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l import -d 'Add the notes of this CSV or OpenTimelineIO file to the take, and print nothing' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l merge -d 'Merge the notes of another reviewer, in a folder that mirrors that of the takes, with those of the takes' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l copy-to -d 'Copy takes that are kept, or of --verdict, with all of their files and their notes to this folder' -r -f -a "(__fish_complete_directories)"
complete -c rushes -n "__fish_rushes_using_subcommand notes" -s o -l output -d 'The file to write; FOLDER/, made if missing, for a file of each take; - for standard output' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l bvh-positions -d 'Whether position channels in BVH replace OFFSET or add to it; auto decides by the numbers in the file' -r -f -a "auto\t''
replace\t''
add\t''"
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l skeleton -d 'The skeleton (.asf) of an .amc, or the structure of a BonesPro animation; without it, Rushes looks beside the file' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l rate -d 'Frames per second of takes whose file gives no rate, such as AMC and BonesPro' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l clip -d 'The clip to read out of files with several takes, such as FBX and glTF: its name, or its number from 1; without it, the first one that moves something' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l columns -d 'What the columns of tables are that no other format knows (.csv, .tsv, .txt and others): a file such as Rushes writes; without it, FILE.columns.toml beside each FILE is read' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l as -d 'The format of files whose contents and names do not say, as of standard input' -r -f -a "bvh\t''
htr\t''
gtr\t''
amc\t''
asf\t''
bonespro\t''
trc\t''
c3d\t''
fbx\t''
gltf\t''
csm\t''
mvnx\t''
npz\t''
optitrack\t''
qualisys\t''
vicon\t''
positions\t''
table\t''
bva\t''
ask\t''"
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l only -d 'Only these checks, such as pop,skate' -r -f -a "pop\t''
step\t''
flip\t''
swap\t''
jitter\t''
freeze\t''
gap\t''
nan\t''
bone-length\t''
skate\t''
below-floor\t''
floating\t''
limit\t''
loop\t''
header\t''
t-pose\t''
sides\t''"
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l skip -d 'All checks but these' -r -f -a "pop\t''
step\t''
flip\t''
swap\t''
jitter\t''
freeze\t''
gap\t''
nan\t''
bone-length\t''
skate\t''
below-floor\t''
floating\t''
limit\t''
loop\t''
header\t''
t-pose\t''
sides\t''"
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l limit -d 'Measure against another limit, in its unit in the manual, such as gap-time=0.5; may be repeated' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand notes" -s r -l recursive -d 'Also read the folders inside of folders'
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l json -d 'The same as --format json; with --copy-to and --merge, print what is done as JSON'
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l open -d 'Only notes that are open; events are left out'
complete -c rushes -n "__fish_rushes_using_subcommand notes" -s 0 -l null -d 'End the paths of a list by NUL in the place of a line feed'
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l dry-run -d 'Print what --copy-to or --merge would do, and do nothing'
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l findings -d 'Also what the checks find in the takes, as \'rushes check\' does'
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l raw-csv -d 'In CSV, leave texts as they are that spreadsheets take for formulas; else an apostrophe stands ahead of them'
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l no-clobber -d 'Leave files that exist as they are'
complete -c rushes -n "__fish_rushes_using_subcommand notes" -s q -l quiet -d 'Print no warnings and no progress'
complete -c rushes -n "__fish_rushes_using_subcommand notes" -s v -l verbose -d 'Print each file that is read, and the files that it is read with'
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l strict -d 'Refuse takes whose numbers are not those of the file: where warnings are of severity lost or changed (exit code 3)'
complete -c rushes -n "__fish_rushes_using_subcommand notes" -l all -d 'Also what reviewers ignore, and contacts as they were before anyone edited them'
complete -c rushes -n "__fish_rushes_using_subcommand notes" -s h -l help -d 'Print help'
complete -c rushes -n "__fish_rushes_using_subcommand notes" -s V -l version -d 'Print version'
complete -c rushes -n "__fish_rushes_using_subcommand report" -l files-from -d 'Read the names of files from a list, one a line (or ended by NUL); - for standard input' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand report" -l format -d 'Of folders and patterns, only read takes of these formats, such as bvh,c3d' -r -f -a "bvh\t''
htr\t''
gtr\t''
amc\t''
asf\t''
bonespro\t''
trc\t''
c3d\t''
fbx\t''
gltf\t''
csm\t''
mvnx\t''
npz\t''
optitrack\t''
qualisys\t''
vicon\t''
positions\t''
table\t''
bva\t''
ask\t''"
complete -c rushes -n "__fish_rushes_using_subcommand report" -s o -l output -d 'The page to write; - for standard output' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand report" -l title -d 'The heading of the page; by default the name of the only take' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand report" -l pictures -d 'How many pictures over time each take has; 0 for none' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand report" -l only -d 'Only these checks, such as pop,skate' -r -f -a "pop\t''
step\t''
flip\t''
swap\t''
jitter\t''
freeze\t''
gap\t''
nan\t''
bone-length\t''
skate\t''
below-floor\t''
floating\t''
limit\t''
loop\t''
header\t''
t-pose\t''
sides\t''"
complete -c rushes -n "__fish_rushes_using_subcommand report" -l skip -d 'All checks but these' -r -f -a "pop\t''
step\t''
flip\t''
swap\t''
jitter\t''
freeze\t''
gap\t''
nan\t''
bone-length\t''
skate\t''
below-floor\t''
floating\t''
limit\t''
loop\t''
header\t''
t-pose\t''
sides\t''"
complete -c rushes -n "__fish_rushes_using_subcommand report" -l limit -d 'Measure against another limit, in its unit in the manual, such as gap-time=0.5; may be repeated' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand report" -l bvh-positions -d 'Whether position channels in BVH replace OFFSET or add to it; auto decides by the numbers in the file' -r -f -a "auto\t''
replace\t''
add\t''"
complete -c rushes -n "__fish_rushes_using_subcommand report" -l skeleton -d 'The skeleton (.asf) of an .amc, or the structure of a BonesPro animation; without it, Rushes looks beside the file' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand report" -l rate -d 'Frames per second of takes whose file gives no rate, such as AMC and BonesPro' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand report" -l clip -d 'The clip to read out of files with several takes, such as FBX and glTF: its name, or its number from 1; without it, the first one that moves something' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand report" -l columns -d 'What the columns of tables are that no other format knows (.csv, .tsv, .txt and others): a file such as Rushes writes; without it, FILE.columns.toml beside each FILE is read' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand report" -l as -d 'The format of files whose contents and names do not say, as of standard input' -r -f -a "bvh\t''
htr\t''
gtr\t''
amc\t''
asf\t''
bonespro\t''
trc\t''
c3d\t''
fbx\t''
gltf\t''
csm\t''
mvnx\t''
npz\t''
optitrack\t''
qualisys\t''
vicon\t''
positions\t''
table\t''
bva\t''
ask\t''"
complete -c rushes -n "__fish_rushes_using_subcommand report" -s r -l recursive -d 'Also read the folders inside of folders'
complete -c rushes -n "__fish_rushes_using_subcommand report" -l no-player -d 'Leave out the player, and all script with it'
complete -c rushes -n "__fish_rushes_using_subcommand report" -l all -d 'Also what reviewers ignore, and contacts as they were before anyone edited them'
complete -c rushes -n "__fish_rushes_using_subcommand report" -s q -l quiet -d 'Print no warnings and no progress'
complete -c rushes -n "__fish_rushes_using_subcommand report" -s v -l verbose -d 'Print each file that is read, and the files that it is read with'
complete -c rushes -n "__fish_rushes_using_subcommand report" -l strict -d 'Refuse takes whose numbers are not those of the file: where warnings are of severity lost or changed (exit code 3)'
complete -c rushes -n "__fish_rushes_using_subcommand report" -s h -l help -d 'Print help'
complete -c rushes -n "__fish_rushes_using_subcommand report" -s V -l version -d 'Print version'
complete -c rushes -n "__fish_rushes_using_subcommand render" -l files-from -d 'Read the names of files from a list, one a line (or ended by NUL); - for standard input' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand render" -s o -l output -d 'The picture, .png or .svg; a film, .gif, .apng, .mp4, .webm or .mov; or a folder, made if missing, for a numbered picture of each frame: OUT.####.png says where the number stands' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand render" -l frame -d 'The frame of a single picture: its number, from 0, \'middle\' or \'last\' [default: 0]' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand render" -l frames -d 'The frames of a folder, a film or a contact sheet: numbers from 0 and ranges, such as 0,10,20-30,100-,0-last:10 [default: all]' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand render" -l fps -d 'Pictures a second of a film' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand render" -l seconds -d 'How long a turn around one frame takes [default: 6]' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand render" -l tiles -d 'Tiles of a contact sheet: how many, or columns and rows [default: 12, of several takes one for each]' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand render" -l size -d 'Size in pixels, of a contact sheet that of each tile; one number makes a square [default: 1280x720, of tiles 320x240]' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand render" -l scale -d 'Draw the same picture with 2 to 8 times as many pixels across and down, for print' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand render" -l theme -d 'Theme' -r -f -a "dark\t''
light\t''"
complete -c rushes -n "__fish_rushes_using_subcommand render" -l style -d 'Figure style' -r -f -a "stick\t''
octahedra\t''
capsules\t''"
complete -c rushes -n "__fish_rushes_using_subcommand render" -l view -d 'View: three-quarter, or along an axis; side is the right one' -r -f -a "iso\t''
front\t''
back\t''
side\t''
right\t''
left\t''
top\t''
bottom\t''"
complete -c rushes -n "__fish_rushes_using_subcommand render" -l camera -d 'A view that was saved in the window, by its number or its name: of --session, or of the last window' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand render" -l session -d 'The session whose camera it is, or whose saved views --camera names' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand render" -l burn-in -d 'Write into each picture: the take\'s name, the frame by its number in the file, the timecode, and the notes of the frame; a list such as take,frame' -r -f -a "take\t''
frame\t''
timecode\t''
note\t''"
complete -c rushes -n "__fish_rushes_using_subcommand render" -l watermark -d 'Write a line across each picture, large and faint' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand render" -l audio -d 'The audio of a .mp4, .webm or .mov, out of a file that ffmpeg reads; it ends with the film' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand render" -l audio-offset -d 'Begin the audio so many seconds later; with a minus sign, leave out as many seconds of it' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand render" -l attach -d 'Attach an object (OBJ, GLB or glTF) to a bone, named by its joint; once for each object' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand render" -l bvh-positions -d 'Whether position channels in BVH replace OFFSET or add to it; auto decides by the numbers in the file' -r -f -a "auto\t''
replace\t''
add\t''"
complete -c rushes -n "__fish_rushes_using_subcommand render" -l skeleton -d 'The skeleton (.asf) of an .amc, or the structure of a BonesPro animation; without it, Rushes looks beside the file' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand render" -l rate -d 'Frames per second of takes whose file gives no rate, such as AMC and BonesPro' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand render" -l clip -d 'The clip to read out of files with several takes, such as FBX and glTF: its name, or its number from 1; without it, the first one that moves something' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand render" -l columns -d 'What the columns of tables are that no other format knows (.csv, .tsv, .txt and others): a file such as Rushes writes; without it, FILE.columns.toml beside each FILE is read' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand render" -l as -d 'The format of files whose contents and names do not say, as of standard input' -r -f -a "bvh\t''
htr\t''
gtr\t''
amc\t''
asf\t''
bonespro\t''
trc\t''
c3d\t''
fbx\t''
gltf\t''
csm\t''
mvnx\t''
npz\t''
optitrack\t''
qualisys\t''
vicon\t''
positions\t''
table\t''
bva\t''
ask\t''"
complete -c rushes -n "__fish_rushes_using_subcommand render" -s r -l recursive -d 'Also read the folders inside of folders'
complete -c rushes -n "__fish_rushes_using_subcommand render" -l turntable -d 'Go once around the figure'
complete -c rushes -n "__fish_rushes_using_subcommand render" -l side-by-side -d 'Show takes beside each other'
complete -c rushes -n "__fish_rushes_using_subcommand render" -l contact-sheet -d 'One picture of many: a take over time, or the middle frame of each of several takes'
complete -c rushes -n "__fish_rushes_using_subcommand render" -l transparent -d 'Leave out background and ground'
complete -c rushes -n "__fish_rushes_using_subcommand render" -l boxes -d 'Draw the boxes around bones, where the file has them; skins and other meshes are always drawn'
complete -c rushes -n "__fish_rushes_using_subcommand render" -l no-hair -d 'Leave out bones of hair and cloth, such as VRM\'s spring bones'
complete -c rushes -n "__fish_rushes_using_subcommand render" -s q -l quiet -d 'Print no warnings and no progress'
complete -c rushes -n "__fish_rushes_using_subcommand render" -s v -l verbose -d 'Print each file that is read, and the files that it is read with'
complete -c rushes -n "__fish_rushes_using_subcommand render" -l strict -d 'Refuse takes whose numbers are not those of the file: where warnings are of severity lost or changed (exit code 3)'
complete -c rushes -n "__fish_rushes_using_subcommand render" -s h -l help -d 'Print help'
complete -c rushes -n "__fish_rushes_using_subcommand render" -s V -l version -d 'Print version'
complete -c rushes -n "__fish_rushes_using_subcommand index" -l check -d 'Change nothing, and say whether the index is true'
complete -c rushes -n "__fish_rushes_using_subcommand index" -l no-checks -d 'Leave out the checks, which take longer than reading'
complete -c rushes -n "__fish_rushes_using_subcommand index" -l forget -d 'Take the folders out of the index; without a folder, all'
complete -c rushes -n "__fish_rushes_using_subcommand index" -l json -d 'Print an object with the numbers of what was done'
complete -c rushes -n "__fish_rushes_using_subcommand index" -s q -l quiet -d 'Print no progress, and not what cannot be read'
complete -c rushes -n "__fish_rushes_using_subcommand index" -s h -l help -d 'Print help'
complete -c rushes -n "__fish_rushes_using_subcommand index" -s V -l version -d 'Print version'
complete -c rushes -n "__fish_rushes_using_subcommand find" -s w -l word -d 'A word that takes have, even if a folder is called like it; may be repeated' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand find" -l where -d 'Only takes that a condition fits, such as \'duration > 5 and rating >= 4\'' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand find" -l like -d 'Only takes that move like this one, the likest first' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand find" -l sort -d 'The column to sort by, with - ahead of it the largest first; without, by paths' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand find" -l limit -d 'So many takes at the most' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand find" -l format -d 'How takes are printed: a path on each line, columns for people, or columns for spreadsheets' -r -f -a "paths\t''
table\t''
csv\t''"
complete -c rushes -n "__fish_rushes_using_subcommand find" -l columns -d 'The columns of a table and of CSV, such as name,duration' -r
complete -c rushes -n "__fish_rushes_using_subcommand find" -l duplicates -d 'Takes that are there twice; between two folders, takes of the first that are also in the second'
complete -c rushes -n "__fish_rushes_using_subcommand find" -l json -d 'Print an array with one object per take; every key is always present'
complete -c rushes -n "__fish_rushes_using_subcommand find" -l raw-csv -d 'In CSV, leave texts as they are that spreadsheets take for formulas; else an apostrophe stands ahead of them'
complete -c rushes -n "__fish_rushes_using_subcommand find" -s h -l help -d 'Print help'
complete -c rushes -n "__fish_rushes_using_subcommand find" -s V -l version -d 'Print version'
complete -c rushes -n "__fish_rushes_using_subcommand help; and not __fish_seen_subcommand_from info positions convert check compare measure notes report render index find help" -f -a "info" -d 'Print what is in each file, warnings included'
complete -c rushes -n "__fish_rushes_using_subcommand help; and not __fish_seen_subcommand_from info positions convert check compare measure notes report render index find help" -f -a "positions" -d 'Print the world positions of joints and bone ends'
complete -c rushes -n "__fish_rushes_using_subcommand help; and not __fish_seen_subcommand_from info positions convert check compare measure notes report render index find help" -f -a "convert" -d 'Convert takes to BVH, HTR, GTR, AMC, glTF, USD, TRC, C3D, CSV or CSV of channels'
complete -c rushes -n "__fish_rushes_using_subcommand help; and not __fish_seen_subcommand_from info positions convert check compare measure notes report render index find help" -f -a "check" -d 'Look for faults in the capture: pops, jitter, gaps, skating feet and more'
complete -c rushes -n "__fish_rushes_using_subcommand help; and not __fish_seen_subcommand_from info positions convert check compare measure notes report render index find help" -f -a "compare" -d 'Print how far the joints of takes are from those of a reference'
complete -c rushes -n "__fish_rushes_using_subcommand help; and not __fish_seen_subcommand_from info positions convert check compare measure notes report render index find help" -f -a "measure" -d 'Print distances, angles, heights, speeds and the centre of mass over time'
complete -c rushes -n "__fish_rushes_using_subcommand help; and not __fish_seen_subcommand_from info positions convert check compare measure notes report render index find help" -f -a "notes" -d 'Print the notes on takes, add those of others, or copy the takes that are kept'
complete -c rushes -n "__fish_rushes_using_subcommand help; and not __fish_seen_subcommand_from info positions convert check compare measure notes report render index find help" -f -a "report" -d 'Write a web page about takes: pictures, notes, findings and a player, in one file'
complete -c rushes -n "__fish_rushes_using_subcommand help; and not __fish_seen_subcommand_from info positions convert check compare measure notes report render index find help" -f -a "render" -d 'Render pictures or a film of takes'
complete -c rushes -n "__fish_rushes_using_subcommand help; and not __fish_seen_subcommand_from info positions convert check compare measure notes report render index find help" -f -a "index" -d 'Make or refresh the index in which takes are found'
complete -c rushes -n "__fish_rushes_using_subcommand help; and not __fish_seen_subcommand_from info positions convert check compare measure notes report render index find help" -f -a "find" -d 'Find takes in the index: by words, by what is in them, by what reviewers say'
complete -c rushes -n "__fish_rushes_using_subcommand help; and not __fish_seen_subcommand_from info positions convert check compare measure notes report render index find help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
