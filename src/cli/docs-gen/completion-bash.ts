import { type ArgumentValues, completionTable, type FlagValues, type Values } from './completion-table.js';
import type { CommandNode } from './node.js';

/** The script for bash 3.2 and newer, independent of the bash-completion package. */
export function bashCompletion(root: CommandNode): string {
  const { rows, arguments: taken, commandLines, globalFlags, globalValues } = completionTable(root);
  const places = rows.map(
    ({ paths, words, flags }) => `    ${patterns(paths)}) words=${wordList(words)} flags=${wordList(flags)} ;;`,
  );
  const values = rows
    .filter((row) => row.values.length > 0)
    .map((row) => `    ${patterns(row.paths)}) case "$2" in\n${row.values.map(valueCase).join('\n')}\n    esac ;;`);
  return `# Completion for esign; made by \`esign completion bash\`.

# Answers in \`words\` and \`flags\` what may follow the command in $1.
_esign_place() {
  words='' flags=''
  case "$1" in
${places.join('\n')}
    *) return 1 ;;
  esac
}

# Answers in \`words\`, \`live\` and \`files\` what the flag $2 of the command in $1 takes; fails when it takes no value.
_esign_value() {
  words='' live='' files=''
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
  words='' live='' files=''
  case "$1" in
${taken.map(argumentCase).join('\n')}
    *) return 1 ;;
  esac
}

# Succeeds where the command in $1 takes another command line after "--".
_esign_runs() {
  case "$1" in
    ${patterns(commandLines)}) ;;
    *) return 1 ;;
  esac
}

# Answers in \`typed\` the words as they stand on the line up to the cursor: bash breaks them at ":" and "=" too. The
# number that bash gives the first part of each is in \`parts\`.
_esign_typed() {
  local line=\${COMP_LINE:0:COMP_POINT} index word blank
  typed=() parts=()
  for ((index = 0; index <= COMP_CWORD; index++)); do
    blank=\${line%%[![:space:]]*}
    line=\${line#"$blank"}
    word=\${COMP_WORDS[index]}
    if ((index == COMP_CWORD)); then word=$line; fi
    if ((index > 0)) && [[ $blank == '' ]]; then
      typed[\${#typed[@]}-1]+=$word
    else
      typed+=("$word") parts+=("$index")
    fi
    line=\${line#"$word"}
  done
}

# Adds the lines of stdin that begin with what is typed, as they are: nothing in them is expanded or split. What stands
# after a tab is shown beside them.
_esign_add() {
  local value about
  while IFS=$'\\t' read -r value about; do
    if [[ $value == "$cur"* ]]; then COMPREPLY+=("$value") abouts+=("$about"); fi
  done
}

# Adds files, and folders to look into: those with the endings in $1, all of them where there is none of these.
_esign_files() {
  local value all=() found=() kind=-f cased=1
  compopt -o filenames 2>/dev/null
  if [[ $1 == folders ]]; then kind=-d; fi
  if shopt -q nocasematch; then cased=0; fi
  shopt -s nocasematch
  while IFS= read -r value; do
    all+=("$value")
    if [[ $value == *.* && "|$1|" == *"|\${value##*.}|"* ]]; then found+=("$value"); fi
  done < <(compgen "$kind" -- "$cur")
  if ((cased)); then shopt -u nocasematch; fi
  if ((\${#found[@]} > 0)); then
    for value in "\${all[@]}"; do
      if [[ -d $value ]]; then found+=("$value"); fi
    done
    all=("\${found[@]}")
  fi
  COMPREPLY+=("\${all[@]}")
  named=1
}

# Adds what \`words\`, \`live\` and \`files\` say: of this machine names of profiles, ids of envelopes and templates.
_esign_offer() {
  local value
  if [[ $words != '' ]]; then COMPREPLY+=($(compgen -W "$words" -- "$cur")); fi
  if [[ $live != '' ]]; then
    while ((\${#abouts[@]} < \${#COMPREPLY[@]})); do abouts+=(''); done
    # The latest first, as they come.
    compopt -o nosort 2>/dev/null
    _esign_add < <(command esign completion values "$live" 2>/dev/null)
  fi
  if [[ $files != '' ]]; then _esign_files "$files"; fi
}

# Bash puts what is answered in the place of what stands behind the last ":" or "=". Several are each shown with what
# it is; one that is left is answered alone, as it is typed.
_esign_finish() {
  local whole=$prefix$cur head='' part index mark
  for mark in : =; do
    if [[ $COMP_WORDBREAKS == *"$mark"* && $whole == *"$mark"* ]]; then
      part=\${whole%"\${whole##*"$mark"}"}
      if ((\${#part} > \${#head})); then head=$part; fi
    fi
  done
  for ((index = 0; index < \${#COMPREPLY[@]}; index++)); do
    part=$prefix\${COMPREPLY[index]}
    case "$part" in *[:=] | *://) compopt -o nospace 2>/dev/null ;; esac
    COMPREPLY[index]=\${part#"$head"}
  done
  # Keys that put each answer in turn on the line ask with other types than Tab.
  if ((\${#COMPREPLY[@]} < 2 || named)) || [[ \${COMP_TYPE-9} == 37 || \${COMP_TYPE-9} == 42 ]]; then return; fi
  for ((index = 0; index < \${#COMPREPLY[@]}; index++)); do
    if [[ \${abouts[index]-} == '' ]]; then continue; fi
    part="\${COMPREPLY[index]}  -- \${abouts[index]}"
    COMPREPLY[index]=\${part:0:\${COLUMNS:-80}-1}
  done
}

# Completes a command line that begins with the word $1 of those typed: with bash-completion as it stands alone, else
# by commands and files.
_esign_command() {
  local value offset
  for offset in _comp_command_offset _command_offset; do
    if declare -F "$offset" >/dev/null; then
      "$offset" "\${parts[$1]}"
      return
    fi
  done
  if (($1 == \${#typed[@]} - 1)); then
    compopt -o filenames 2>/dev/null
    while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -c -- "$cur"; compgen -d -- "$cur")
    named=1
  else
    _esign_files any
  fi
  _esign_finish
}

_esign() {
  local cur path=esign flag='' prefix='' words flags live files word index number=0 plain=0 named=0
  local typed=() parts=() abouts=()
  COMPREPLY=()
  _esign_typed
  cur=\${typed[\${#typed[@]}-1]}
  for ((index = 1; index < \${#typed[@]} - 1; index++)); do
    word=\${typed[index]}
    if [[ $flag != '' ]]; then
      flag=''
    elif ((!plain)) && [[ $word == -- ]]; then
      plain=1
      if _esign_runs "$path"; then
        cur=\${cur#[\\'\\"]}
        _esign_command $((index + 1))
        return
      fi
    elif ((!plain)) && [[ $word == -* ]]; then
      if [[ $word != *=* ]] && _esign_value "$path" "$word"; then flag=$word; fi
    elif ((number == 0)) && _esign_place "$path $word"; then
      path="$path $word"
    else
      number=$((number + 1))
    fi
  done
  if [[ $flag == '' && $cur == -*=* ]] && ((!plain)); then
    flag=\${cur%%=*} prefix="\${cur%%=*}=" cur=\${cur#*=}
  fi
  cur=\${cur#[\\'\\"]}
  if [[ $flag != '' ]]; then
    if _esign_value "$path" "$flag"; then _esign_offer; fi
  elif ((!plain)) && [[ $cur == -* ]]; then
    _esign_place "$path"
    COMPREPLY=($(compgen -W "$flags ${globalFlags.map(({ word }) => word).join(' ')}" -- "$cur"))
  else
    if ((number == 0)); then
      _esign_place "$path"
      COMPREPLY=($(compgen -W "$words" -- "$cur"))
    fi
    if _esign_argument "$path $((number + 1))" || _esign_argument "$path *"; then _esign_offer; fi
  fi
  _esign_finish
}

complete -F _esign esign
`;
}

const patterns = (texts: readonly string[]): string => texts.map(quoted).join(' | ');

const wordList = (words: Values['words']): string => quoted(words.map(({ word }) => word).join(' '));

const assigned = ({ words, live, files }: Values): string =>
  [
    ...(words.length === 0 ? [] : [`words=${wordList(words)}`]),
    ...(live === '' ? [] : [`live=${live}`]),
    ...(files === '' ? [] : [`files=${quoted(files)}`]),
  ].join(' ');

const valueCase = (given: FlagValues): string =>
  `    ${given.flags.join(' | ')}) ${assigned(given)}${assigned(given) === '' ? '' : '; '}return 0 ;;`;

const argumentCase = (given: ArgumentValues): string => `    ${patterns(given.places)}) ${assigned(given)} ;;`;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
