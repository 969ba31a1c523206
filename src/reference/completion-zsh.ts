import { completionTable, type FlagValues, type Word } from './completion-table.js';
import type { CommandNode } from './node.js';

/** The script for zsh, as a function file for `fpath`; sourcing it works too. */
export function zshCompletion(root: CommandNode): string {
  const { rows, globalFlags, globalValues } = completionTable(root);
  const places = rows.map(({ paths, words, flags, takesFiles, live }) =>
    [
      `    ${paths.map(quoted).join('|')})`,
      `      words_=(${words.map(described).join(' ')})`,
      `      flags_=(${flags.map(described).join(' ')})`,
      `      files_=${takesFiles ? 1 : 0}${live === '' ? '' : ` live_=${live}`} ;;`,
    ].join('\n'),
  );
  const values = rows
    .filter((row) => row.values.length > 0)
    .map(
      (row) =>
        `    ${row.paths.map(quoted).join('|')}) case "$2" in\n${row.values.map(valueCase).join('\n')}\n    esac ;;`,
    );
  return `#compdef esign
# Completion for esign; made by \`esign completion zsh\`.

# Answers in words_, flags_, files_ and live_ what may follow the command in $1.
_esign_place() {
  words_=() flags_=() files_=0 live_=''
  case "$1" in
${places.join('\n')}
    *) return 1 ;;
  esac
}

# Answers in values_ what the flag $2 of the command in $1 takes; fails when it takes no value.
_esign_value() {
  case "$2" in
${globalValues.map(valueCase).join('\n')}
  esac
  case "$1" in
${values.join('\n')}
  esac
  return 1
}

# Offers what this machine knows at the moment: names of profiles, ids of envelopes and templates.
_esign_live() {
  local value about
  local -a found
  while IFS=$'\\t' read -r value about; do
    found+=("\${value//:/\\\\:}:$about")
  done < <(command esign completion values "$1" 2>/dev/null)
  if (($#found)); then _describe "$1" found; fi
}

_esign() {
  local path_=esign word prev live_=''
  local -a words_ flags_ globals_
  local values_ files_=0 index skip=0
  for ((index = 2; index < CURRENT; index++)); do
    word=$words[index]
    if ((skip)); then skip=0; continue; fi
    if [[ $word == -* ]]; then
      if [[ $word != *=* ]] && _esign_value "$path_" "$word"; then skip=1; fi
    elif _esign_place "$path_ $word"; then
      path_="$path_ $word"
    fi
  done
  prev=$words[CURRENT-1]
  if [[ $PREFIX == -*=* ]] && _esign_value "$path_" "\${PREFIX%%=*}"; then
    compset -P '*='
    skip=1
  fi
  if ((skip)); then
    [[ $PREFIX != -*=* && $prev == -* ]] && _esign_value "$path_" "$prev"
    case "$values_" in
      @files) _files ;;
      @folders) _files -/ ;;
      @profiles | @envelopes | @templates) _esign_live "\${values_#@}" ;;
      @anything) _message 'a value' ;;
      *) compadd -- \${=values_} ;;
    esac
    return
  fi
  _esign_place "$path_"
  if [[ $PREFIX == -* ]]; then
    globals_=(${globalFlags.map(described).join(' ')})
    flags_+=($globals_)
    _describe -o 'flag' flags_
    return
  fi
  (($#words_)) && _describe 'command' words_
  [[ $live_ != '' ]] && _esign_live "$live_"
  ((files_)) && _files
  return 0
}

if [[ $funcstack[1] == _esign ]]; then
  _esign "$@"
else
  compdef _esign esign
fi
`;
}

const valueCase = ({ flags, values }: FlagValues): string =>
  `    ${flags.join('|')}) values_=${quoted(typeof values === 'string' ? `@${values}` : values.join(' '))}; return 0 ;;`;

/** \`word:description\`, where a colon inside the word would end it. */
const described = ({ word, about }: Word): string => quoted(`${word.replaceAll(':', '\\:')}:${about}`);

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
