import { argumentArms, namesOf, type OffersByCommand, optionArms, valueArms } from "./offers";

/** As a file in $fpath it runs as the function itself; sourced, it has to be bound to the command. */
export const zsh = (offers: OffersByCommand) => `#compdef svc
_svc() {
  local options="" values="" asked="" list="" before="$words[CURRENT-1]"
  local -i end=\${words[(ie)--]}
  if (( CURRENT == 2 )); then compadd ${namesOf(offers)} help; return; fi
  if (( CURRENT > end )); then
    words=("\${(@)words[end+1,-1]}")
    (( CURRENT -= end ))
    _normal
    return
  fi
  if [[ "$PREFIX" == --*=* ]]; then before="\${PREFIX%%=*}"; compset -P 1 '*='; fi
  case "$words[2] $before" in
${valueArms(offers)}
  esac
  if [[ -z "$asked$values" ]]; then
    if [[ "$PREFIX" == -* ]]; then
      case "$words[2]" in
${optionArms(offers)}
      esac
      compadd -- \${=options}
      return
    fi
    case "$words[2]" in
    help) values="${namesOf(offers)}" ;;
${argumentArms(offers)}
    esac
  fi
  if [[ -n "$list" ]]; then compset -P '*,'; fi
  if [[ -n "$values" ]]; then compadd -- \${=values}
  elif [[ "$asked" == files ]]; then _files
  elif [[ -n "$asked" && "$asked" != none ]]; then compadd -- "\${(@f)$(svc completion $asked --timeout 2 2> /dev/null)}"; fi
}
if [[ "$funcstack[1]" == _svc ]]; then _svc "$@"; else compdef _svc svc; fi
`;
