import { completionTable, type FlagValues, type Word } from './completion-table.js';
import type { CommandNode } from './node.js';

/** The script for fish: one function that answers for every place of the tree. */
export function fishCompletion(root: CommandNode): string {
  const { rows, globalFlags, globalValues } = completionTable(root);
  const places = rows.map(({ paths, words, flags, takesFiles, live }) =>
    [
      `    case ${paths.map(quoted).join(' ')}`,
      ...words.map((word) => `      set -a __esign_words ${described(word)}`),
      ...flags.map((word) => `      set -a __esign_flags ${described(word)}`),
      ...(live === '' ? [] : [`      set -g __esign_live ${live}`]),
      ...(takesFiles ? ['      set -g __esign_files 1'] : []),
      '      return 0',
    ].join('\n'),
  );
  const values = rows
    .filter((row) => row.values.length > 0)
    .map(
      (row) =>
        `    case ${row.paths.map(quoted).join(' ')}\n      switch $argv[2]\n${row.values.map(valueCase).join('\n')}\n      end`,
    );
  return `# Completion for esign; made by \`esign completion fish\`.

# Answers in globals what may follow the command in $argv[1].
function __esign_place
  set -g __esign_words
  set -g __esign_flags
  set -g __esign_files 0
  set -g __esign_live ''
  switch $argv[1]
${places.join('\n')}
    case '*'
      return 1
  end
end

# Answers in a global what the flag $argv[2] of the command in $argv[1] takes; fails when it takes no value.
function __esign_value
  switch $argv[2]
${globalValues.map(valueCase).join('\n')}
  end
  switch $argv[1]
${values.join('\n')}
  end
  return 1
end

function __esign_complete
  set -l tokens (commandline -opc)
  set -l current (commandline -ct)
  set -l path esign
  set -l skip 0
  for word in $tokens[2..-1]
    if test $skip = 1
      set skip 0
    else if string match -q -- '-*' $word
      if not string match -q -- '*=*' $word; and __esign_value $path $word
        set skip 1
      end
    else if __esign_place "$path $word"
      set path "$path $word"
    end
  end
  set -l prefix ''
  if string match -q -- '--*=*' $current
    if __esign_value $path (string replace -r '=.*' '' -- $current)
      set prefix (string replace -r '=.*' '=' -- $current)
      set skip 1
    end
  end
  if test $skip = 1
    switch "$__esign_values"
      case @files
        __fish_complete_path (string replace -- $prefix '' $current)
      case @folders
        __fish_complete_directories (string replace -- $prefix '' $current)
      case @profiles @envelopes @templates
        for value in (command esign completion values (string sub -s 2 -- $__esign_values) 2>/dev/null)
          printf '%s\\n' $prefix$value
        end
      case @anything
      case '*'
        for value in (string split ' ' -- $__esign_values)
          echo $prefix$value
        end
    end
    return
  end
  __esign_place $path
  if string match -q -- '-*' $current
    printf '%s\\n' $__esign_flags
    printf '%s\\n' ${globalFlags.map(described).join(' ')}
    return
  end
  test (count $__esign_words) -gt 0; and printf '%s\\n' $__esign_words
  test -n "$__esign_live"; and command esign completion values $__esign_live 2>/dev/null
  test $__esign_files = 1; and __fish_complete_path $current
end

complete -c esign -f -a '(__esign_complete)'
`;
}

const valueCase = ({ flags, values }: FlagValues): string =>
  `        case ${flags.join(' ')}\n          set -g __esign_values ${quoted(typeof values === 'string' ? `@${values}` : values.join(' '))}\n          return 0`;

/** The word, a tab and its description, as fish wants it. */
const described = ({ word, about }: Word): string => quoted(`${word}\t${about}`);

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
