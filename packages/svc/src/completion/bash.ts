import { argumentArms, namesOf, type OffersByCommand, optionArms, valueArms } from "./offers";

/** Names from the vault are compared and quoted, never passed to `compgen -W`, which would execute code in them. */
export const bash = (offers: OffersByCommand) => `_svc() {
  local IFS=$' \\t\\n' command="\${COMP_WORDS[1]}" current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  local options="" values="" asked="" list="" prefix="" word="" at
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${namesOf(offers)} help" -- "$current")); return; fi
  for ((at = 2; at < COMP_CWORD; at++)); do
    [ "\${COMP_WORDS[at]}" = "--" ] || continue
    if declare -F _command_offset > /dev/null; then _command_offset $((at + 1)); return; fi
    asked=files
    [ $((at + 1)) -lt "$COMP_CWORD" ] || while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -c -- "$current")
  done
  if [ -z "$asked" ]; then
    # A word ends at "=" where COMP_WORDBREAKS says so.
    if [ "$current" = "=" ]; then current=""
    elif [ "$before" = "=" ]; then before="\${COMP_WORDS[COMP_CWORD-2]}"
    else case "$current" in --*=*) before="\${current%%=*}" prefix="\${current%%=*}=" current="\${current#*=}" ;; esac; fi
    case "$command $before" in
${valueArms(offers)}
    esac
  fi
  if [ -z "$asked$values" ]; then
    case "$current" in
    -*) case "$command" in
${optionArms(offers)}
    esac
    COMPREPLY=($(compgen -W "$options" -- "$current")); return ;;
    esac
    case "$command" in
    help) values="${namesOf(offers)}" ;;
${argumentArms(offers)}
    esac
  fi
  if [ -n "$list" ]; then case "$current" in *,*) prefix="$prefix\${current%,*},"; current="\${current##*,}" ;; esac; fi
  if [ -n "$values" ]; then
    for word in $values; do case "$word" in "$current"*) COMPREPLY+=("$prefix$word") ;; esac; done
  elif [ "$asked" = files ]; then
    compopt -o filenames 2> /dev/null
    while IFS= read -r word; do COMPREPLY+=("$prefix$word"); done < <(compgen -f -- "$current")
  elif [ -n "$asked" ] && [ "$asked" != none ]; then
    while IFS= read -r word; do case "$word" in "$current"*) COMPREPLY+=("$prefix$(printf %q "$word")") ;; esac; done < <(svc completion "$asked" --timeout 2 2> /dev/null)
  fi
}
complete -F _svc svc
`;
