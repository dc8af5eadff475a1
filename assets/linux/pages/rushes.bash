# What bash completes for rushes; made from the pages of --help by 'make pages'.

_rushes() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
    local command= words= file
    COMPREPLY=()
    if [ "$COMP_CWORD" -gt 1 ]; then
        case ${COMP_WORDS[1]} in
            info|positions|convert|render) command=${COMP_WORDS[1]} ;;
        esac
    else
        words='info positions convert render'
    fi
    case "$command $prev" in
        ' --theme') mapfile -t COMPREPLY < <(compgen -W 'dark light' -- "$cur"); return ;;
        ' --bvh-positions') mapfile -t COMPREPLY < <(compgen -W 'auto replace add' -- "$cur"); return ;;
        ' --skeleton') mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
        ' --rate') :; return ;;
        'info --bvh-positions') mapfile -t COMPREPLY < <(compgen -W 'auto replace add' -- "$cur"); return ;;
        'info --skeleton') mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
        'info --rate') :; return ;;
        'positions --frames') :; return ;;
        'positions --bvh-positions') mapfile -t COMPREPLY < <(compgen -W 'auto replace add' -- "$cur"); return ;;
        'positions --skeleton') mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
        'positions --rate') :; return ;;
        'convert --bvh-positions') mapfile -t COMPREPLY < <(compgen -W 'auto replace add' -- "$cur"); return ;;
        'convert --skeleton') mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
        'convert --rate') :; return ;;
        'render -o' | 'render --output') mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
        'render --frame') mapfile -t COMPREPLY < <(compgen -W 'middle' -- "$cur"); return ;;
        'render --frames') :; return ;;
        'render --size') :; return ;;
        'render --view') mapfile -t COMPREPLY < <(compgen -W 'iso front side top' -- "$cur"); return ;;
        'render --theme') mapfile -t COMPREPLY < <(compgen -W 'dark light' -- "$cur"); return ;;
        'render --style') mapfile -t COMPREPLY < <(compgen -W 'stick octahedra capsules' -- "$cur"); return ;;
        'render --bvh-positions') mapfile -t COMPREPLY < <(compgen -W 'auto replace add' -- "$cur"); return ;;
        'render --skeleton') mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
        'render --rate') :; return ;;
    esac
    case "$command $cur" in
        ' -'*) words='--new-window --theme --bvh-positions --skeleton --rate --help --version' ;;
        'info -'*) words='--json --bvh-positions --skeleton --rate' ;;
        'positions -'*) words='--frames --json --bvh-positions --skeleton --rate' ;;
        'convert -'*) words='--bvh-positions --skeleton --rate' ;;
        'render -'*) words='--output --frame --frames --size --view --theme --style --transparent --boxes --bvh-positions --skeleton --rate' ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
    while IFS= read -r file; do
        case ${file,,} in
            *.bvh | *.htr | *.gtr | *.amc | *.asf | *.txt | *.trc | *.c3d | *.csm | *.bva | *.ask) COMPREPLY+=("$file") ;;
            *) [ -d "$file" ] && COMPREPLY+=("$file") ;;
        esac
    done < <(compgen -f -- "$cur")
}

complete -o filenames -F _rushes rushes
