import { completionTable, type FlagValues } from './completion-table.js';
import type { CommandNode } from './node.js';

/** The script for bash 3.2 and newer; it needs nothing of the bash-completion package. */
export function bashCompletion(root: CommandNode): string {
  const { rows, globalFlags, globalValues } = completionTable(root);
  const places = rows.map(({ paths, words, flags, takesFiles, live }) =>
    [
      `    ${paths.map(quoted).join(' | ')})`,
      `      words=${quoted(words.map(({ word }) => word).join(' '))}`,
      `      flags=${quoted(flags.map(({ word }) => word).join(' '))}`,
      `      files=${takesFiles ? 1 : 0}${live === '' ? '' : ` live=${live}`} ;;`,
    ].join('\n'),
  );
  const values = rows
    .filter((row) => row.values.length > 0)
    .map(
      (row) =>
        `    ${row.paths.map(quoted).join(' | ')}) case "$2" in\n${row.values.map(valueCase).join('\n')}\n    esac ;;`,
    );
  return `# Completion for esign; made by \`esign completion bash\`.

# Answers in \`words\`, \`flags\`, \`files\` and \`live\` what may follow the command in $1.
_esign_place() {
  words='' flags='' files=0 live=''
  case "$1" in
${places.join('\n')}
    *) return 1 ;;
  esac
}

# Answers in \`values\` what the flag $2 of the command in $1 takes; fails when it takes no value.
_esign_value() {
  case "$2" in
${globalValues.map(valueCase).join('\n')}
  esac
  case "$1" in
${values.join('\n')}
  esac
  return 1
}

# Adds the lines of stdin that begin with what is typed, as they are: nothing in them is expanded or split.
_esign_add() {
  local value rest
  while IFS=$'\\t' read -r value rest; do
    if [[ $value == "$cur"* ]]; then COMPREPLY+=("$value"); fi
  done
}

# Adds what this machine knows at the moment: names of profiles, ids of envelopes and templates.
_esign_live() {
  _esign_add < <(command esign completion values "$1" 2>/dev/null)
}

_esign_paths() {
  local value
  compopt -o filenames 2>/dev/null
  while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen "$1" -- "$cur")
}

_esign() {
  local cur prev path word words flags files live values index skip
  cur=\${COMP_WORDS[COMP_CWORD]}
  prev=\${COMP_WORDS[COMP_CWORD-1]}
  # Bash breaks words at "=": put --flag=value together again.
  if [[ $cur == '=' ]]; then cur=''; elif [[ $prev == '=' ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  path=esign skip=0
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if ((skip)); then skip=0; continue; fi
    if [[ $word == -* ]]; then
      if _esign_value "$path" "$word" && [[ \${COMP_WORDS[index+1]} != '=' ]]; then skip=1; fi
    elif _esign_place "$path $word"; then
      path="$path $word"
    fi
  done
  COMPREPLY=()
  if [[ $prev == -* ]] && _esign_value "$path" "$prev"; then
    case "$values" in
      @files) _esign_paths -f ;;
      @folders) _esign_paths -d ;;
      @profiles | @envelopes | @templates) _esign_live "\${values#@}" ;;
      @anything) ;;
      *) COMPREPLY=($(compgen -W "$values" -- "$cur")) ;;
    esac
    return
  fi
  _esign_place "$path"
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$flags ${globalFlags.map(({ word }) => word).join(' ')}" -- "$cur"))
    return
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [[ $live != '' ]]; then _esign_live "$live"; fi
  if ((files)); then _esign_paths -f; fi
}

complete -F _esign esign
`;
}

const valueCase = ({ flags, values }: FlagValues): string =>
  `    ${flags.join(' | ')}) values=${quoted(typeof values === 'string' ? `@${values}` : values.join(' '))}; return 0 ;;`;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
