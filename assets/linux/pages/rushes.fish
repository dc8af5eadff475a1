# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_rushes_global_optspecs
    string join \n new-window theme= bvh-positions= skeleton= rate= h/help V/version
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
complete -c rushes -n "__fish_rushes_needs_command" -l bvh-positions -d 'Whether position channels in BVH replace OFFSET or add to it; auto decides by the numbers in the file' -r -f -a "auto\t''
replace\t''
add\t''"
complete -c rushes -n "__fish_rushes_needs_command" -l skeleton -d 'The skeleton (.asf) of an .amc, or the structure of a BonesPro animation; without it, Rushes looks beside the file' -r -F
complete -c rushes -n "__fish_rushes_needs_command" -l rate -d 'Frames per second of takes whose file gives no rate, such as AMC and BonesPro' -r -f
complete -c rushes -n "__fish_rushes_needs_command" -l new-window -d 'Open a new window, even if the settings say to open takes in the running one'
complete -c rushes -n "__fish_rushes_needs_command" -s h -l help -d 'Print help'
complete -c rushes -n "__fish_rushes_needs_command" -s V -l version -d 'Print version'
complete -c rushes -n "__fish_rushes_needs_command" -a "info" -d 'Print what is in each file, warnings included'
complete -c rushes -n "__fish_rushes_needs_command" -a "positions" -d 'Print the world positions of joints and bone ends'
complete -c rushes -n "__fish_rushes_needs_command" -a "convert" -d 'Convert a take to BVH or HTR'
complete -c rushes -n "__fish_rushes_needs_command" -a "render" -d 'Render pictures of a take'
complete -c rushes -n "__fish_rushes_using_subcommand info" -l bvh-positions -d 'Whether position channels in BVH replace OFFSET or add to it; auto decides by the numbers in the file' -r -f -a "auto\t''
replace\t''
add\t''"
complete -c rushes -n "__fish_rushes_using_subcommand info" -l skeleton -d 'The skeleton (.asf) of an .amc, or the structure of a BonesPro animation; without it, Rushes looks beside the file' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand info" -l rate -d 'Frames per second of takes whose file gives no rate, such as AMC and BonesPro' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand info" -l json -d 'Print an array with one object per file; every key is always present'
complete -c rushes -n "__fish_rushes_using_subcommand info" -s h -l help -d 'Print help'
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l frames -d 'Print only these frames: numbers from 0 and ranges, such as 0,10,20-30' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l bvh-positions -d 'Whether position channels in BVH replace OFFSET or add to it; auto decides by the numbers in the file' -r -f -a "auto\t''
replace\t''
add\t''"
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l skeleton -d 'The skeleton (.asf) of an .amc, or the structure of a BonesPro animation; without it, Rushes looks beside the file' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l rate -d 'Frames per second of takes whose file gives no rate, such as AMC and BonesPro' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand positions" -l json -d 'Print one JSON object instead of CSV'
complete -c rushes -n "__fish_rushes_using_subcommand positions" -s h -l help -d 'Print help'
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l bvh-positions -d 'Whether position channels in BVH replace OFFSET or add to it; auto decides by the numbers in the file' -r -f -a "auto\t''
replace\t''
add\t''"
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l skeleton -d 'The skeleton (.asf) of an .amc, or the structure of a BonesPro animation; without it, Rushes looks beside the file' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand convert" -l rate -d 'Frames per second of takes whose file gives no rate, such as AMC and BonesPro' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand convert" -s h -l help -d 'Print help'
complete -c rushes -n "__fish_rushes_using_subcommand render" -s o -l output -d 'The picture; or a folder, made if missing, for a numbered picture of each frame' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand render" -l frame -d 'The frame of a single picture: its number, from 0, or \'middle\' [default: 0]' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand render" -l frames -d 'The frames of a folder: numbers from 0 and ranges, such as 0,10,20-30 [default: all]' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand render" -l size -d 'Size in pixels; one number makes a square' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand render" -l view -d 'View: three-quarter, front, right side, or top' -r -f -a "iso\t''
front\t''
side\t''
top\t''"
complete -c rushes -n "__fish_rushes_using_subcommand render" -l theme -d 'Theme' -r -f -a "dark\t''
light\t''"
complete -c rushes -n "__fish_rushes_using_subcommand render" -l style -d 'Figure style' -r -f -a "stick\t''
octahedra\t''
capsules\t''"
complete -c rushes -n "__fish_rushes_using_subcommand render" -l bvh-positions -d 'Whether position channels in BVH replace OFFSET or add to it; auto decides by the numbers in the file' -r -f -a "auto\t''
replace\t''
add\t''"
complete -c rushes -n "__fish_rushes_using_subcommand render" -l skeleton -d 'The skeleton (.asf) of an .amc, or the structure of a BonesPro animation; without it, Rushes looks beside the file' -r -F
complete -c rushes -n "__fish_rushes_using_subcommand render" -l rate -d 'Frames per second of takes whose file gives no rate, such as AMC and BonesPro' -r -f
complete -c rushes -n "__fish_rushes_using_subcommand render" -l transparent -d 'Leave out background and ground'
complete -c rushes -n "__fish_rushes_using_subcommand render" -l boxes -d 'Draw the boxes around bones, where the file has them; skins and other meshes are always drawn'
complete -c rushes -n "__fish_rushes_using_subcommand render" -s h -l help -d 'Print help'
