import { type ArgumentValues, completionTable, type FlagValues, type Values, type Word } from './completion-table.js';
import type { CommandNode } from './node.js';

/** The script for zsh, as a function file for `fpath`; sourcing it works too. */
export function zshCompletion(root: CommandNode): string {
  const { rows, arguments: taken, commandLines, globalFlags, globalValues } = completionTable(root);
  const places = rows.map(({ paths, words, flags }) =>
    [
      `    ${patterns(paths)})`,
      `      words_=(${words.map(described).join(' ')})`,
      `      flags_=(${flags.map(described).join(' ')}) ;;`,
    ].join('\n'),
  );
  const values = rows
    .filter((row) => row.values.length > 0)
    .map((row) => `    ${patterns(row.paths)}) case "$2" in\n${row.values.map(valueCase).join('\n')}\n    esac ;;`);
  return `#compdef esign
# Completion for esign; made by \`esign completion zsh\`.

# Answers in words_ and flags_ what may follow the command in $1.
_esign_place() {
  words_=() flags_=()
  case "$1" in
${places.join('\n')}
    *) return 1 ;;
  esac
}

# Answers in whole_, begun_, live_ and files_ what the flag $2 of the command in $1 takes; fails when it takes no value.
_esign_value() {
  whole_=() begun_=() live_='' files_=''
  case "$2" in
${globalValues.map(valueCase).join('\n')}
  esac
  case "$1" in
${values.join('\n')}
  esac
  return 1
}

# Answers in the same way what the argument of a command is: its path and its number, or a star.
_esign_argument() {
  whole_=() begun_=() live_='' files_=''
  case "$1" in
${taken.map(argumentCase).join('\n')}
    *) return 1 ;;
  esac
}

# Offers what those say: of this machine names of profiles, ids of envelopes and templates.
_esign_offer() {
  local value about ending
  local -a found patterns
  (($#whole_)) && _describe 'value' whole_
  (($#begun_)) && _describe 'value' begun_ -S ''
  if [[ $live_ != '' ]]; then
    while IFS=$'\\t' read -r value about; do
      found+=("\${value//:/\\\\:}:$about")
    done < <(command esign completion values "$live_" 2>/dev/null)
    (($#found)) && _describe -V "$live_" found
  fi
  case "$files_" in
    '') ;;
    any) _files ;;
    folders) _files -/ ;;
    *) _files -g "*.(#i)($files_)(-.)" ;;
  esac
}

_esign() {
  local path_=esign word flag_='' live_ files_ index number=0 plain=0
  local -a words_ flags_ globals_ whole_ begun_
  for ((index = 2; index < CURRENT; index++)); do
    word=$words[index]
    if [[ $flag_ != '' ]]; then
      flag_=''
    elif ((!plain)) && [[ $word == -- ]]; then
      plain=1
      # Another command line follows: it is completed as if it stood alone.
      case "$path_" in
        ${patterns(commandLines)})
          words=("\${(@)words[index + 1, -1]}")
          ((CURRENT -= index))
          _normal -p esign
          return ;;
      esac
    elif ((!plain)) && [[ $word == -* ]]; then
      if [[ $word != *=* ]] && _esign_value "$path_" "$word"; then flag_=$word; fi
    elif ((number == 0)) && _esign_place "$path_ $word"; then
      path_="$path_ $word"
    else
      number=$((number + 1))
    fi
  done
  if [[ $flag_ == '' && $PREFIX == -*=* ]] && ((!plain)); then
    flag_=\${PREFIX%%=*}
    compset -P 1 '*='
  fi
  if [[ $flag_ != '' ]]; then
    _esign_value "$path_" "$flag_" || return
    if (($#whole_ + $#begun_)) || [[ $live_$files_ != '' ]]; then _esign_offer; else _message 'a value'; fi
    return
  fi
  _esign_place "$path_"
  if ((!plain)) && [[ $PREFIX == -* ]]; then
    globals_=(${globalFlags.map(described).join(' ')})
    flags_+=($globals_)
    _describe -o 'flag' flags_
    return
  fi
  ((number == 0 && $#words_)) && _describe 'command' words_
  if _esign_argument "$path_ $((number + 1))" || _esign_argument "$path_ *"; then _esign_offer; fi
  return 0
}

if [[ $funcstack[1] == _esign ]]; then
  _esign "$@"
else
  compdef _esign esign
fi
`;
}

const patterns = (texts: readonly string[]): string => texts.map(quoted).join('|');

function assigned({ words, live, files }: Values): string {
  const isBegun = ({ word }: Word): boolean => /[:=/]$/.test(word);
  const lists = [
    ['whole_', words.filter((word) => !isBegun(word))],
    ['begun_', words.filter(isBegun)],
  ] as const;
  return [
    ...lists.flatMap(([name, list]) => (list.length === 0 ? [] : [`${name}=(${list.map(described).join(' ')})`])),
    ...(live === '' ? [] : [`live_=${live}`]),
    ...(files === '' ? [] : [`files_=${quoted(files)}`]),
  ].join(' ');
}

const valueCase = (given: FlagValues): string =>
  `    ${given.flags.join('|')}) ${assigned(given)}${assigned(given) === '' ? '' : '; '}return 0 ;;`;

const argumentCase = (given: ArgumentValues): string => `    ${patterns(given.places)}) ${assigned(given)} ;;`;

/** `word:description`, where a colon inside the word would end it. */
const described = ({ word, about }: Word): string =>
  quoted(`${word.replaceAll(':', '\\:')}${about === '' ? '' : `:${about}`}`);

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
