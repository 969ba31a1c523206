import { type ArgumentValues, completionTable, type FlagValues, type Values, type Word } from './completion-table.js';
import type { CommandNode } from './node.js';

/** The script for fish: one function for every position in the tree. */
export function fishCompletion(root: CommandNode): string {
  const { rows, arguments: taken, commandLines, globalFlags, globalValues } = completionTable(root);
  const places = rows.map(({ paths, words, flags }) =>
    [
      `    case ${patterns(paths)}`,
      ...words.map((word) => `      set -a __esign_words ${described(word)}`),
      ...flags.map((word) => `      set -a __esign_flags ${described(word)}`),
      '      return 0',
    ].join('\n'),
  );
  const values = rows
    .filter((row) => row.values.length > 0)
    .map(
      (row) =>
        `    case ${patterns(row.paths)}\n      switch $argv[2]\n${row.values.map(valueCase).join('\n')}\n      end`,
    );
  return `# Completion for esign; made by \`esign completion fish\`.

# Answers in globals what may follow the command in $argv[1].
function __esign_place
  set -g __esign_words
  set -g __esign_flags
  switch $argv[1]
${places.join('\n')}
    case '*'
      return 1
  end
end

# Answers in globals what the flag $argv[2] of the command in $argv[1] takes; fails when it takes no value.
function __esign_value
  set -g __esign_values
  set -g __esign_live ''
  set -g __esign_files ''
  switch $argv[2]
${globalValues.map(valueCase).join('\n')}
  end
  switch $argv[1]
${values.join('\n')}
  end
  return 1
end

# Answers in the same way what the argument of a command is: its path in $argv[1], and its number or a star.
function __esign_argument
  set -g __esign_values
  set -g __esign_live ''
  set -g __esign_files ''
  switch "$argv"
${taken.map(argumentCase).join('\n')}
    case '*'
      return 1
  end
end

# Offers what those say, each behind $argv[1]; $argv[2] is what is typed.
function __esign_offer
  for value in $__esign_values
    printf '%s\\n' $argv[1]$value
  end
  if test -n "$__esign_live"
    for value in (command esign completion values $__esign_live 2>/dev/null)
      printf '%s\\n' $argv[1]$value
    end
  end
  switch "$__esign_files"
    case ''
    case any
      __fish_complete_path $argv[2]
    case folders
      __fish_complete_directories $argv[2]
    case '*'
      set -l all (__fish_complete_path $argv[2])
      set -l found (string match -i -r -- '^[^\\t]*\\.(?:'$__esign_files')(?:\\t.*)?$' $all)
      if test (count $found) = 0
        printf '%s\\n' $all
      else
        printf '%s\\n' $found (string match -r -- '^[^\\t]*/(?:\\t.*)?$' $all)
      end
  end
end

function __esign_complete
  set -l tokens (commandline -opc)
  set -l current (commandline -ct)
  set -l path esign
  set -l flag ''
  set -l number 0
  set -l plain 0
  set -l index 1
  for word in $tokens[2..-1]
    set index (math $index + 1)
    if test -n "$flag"
      set flag ''
    else if test $plain = 0; and test "$word" = --
      set plain 1
      switch $path
        case ${patterns(commandLines)}
          # Another command line follows: it is completed as if it stood alone.
          set -e tokens[1..$index]
          set -l line $current
          test (count $tokens) -gt 0; and set line (string escape -- $tokens) $current
          complete -C "$line"
          return
      end
    else if test $plain = 0; and string match -q -- '-*' $word
      if not string match -q -- '*=*' $word; and __esign_value $path $word
        set flag $word
      end
    else if test $number = 0; and __esign_place "$path $word"
      set path "$path $word"
    else
      set number (math $number + 1)
    end
  end
  set -l prefix ''
  if test -z "$flag"; and test $plain = 0; and string match -q -- '-*=*' $current
    set flag (string replace -r '=.*' '' -- $current)
    set prefix "$flag="
    set current (string replace -- $prefix '' $current)
  end
  if test -n "$flag"
    __esign_value $path $flag; and __esign_offer $prefix $current
    return
  end
  __esign_place $path
  if test $plain = 0; and string match -q -- '-*' $current
    printf '%s\\n' $__esign_flags
    printf '%s\\n' ${globalFlags.map(described).join(' ')}
    return
  end
  test $number = 0; and test (count $__esign_words) -gt 0; and printf '%s\\n' $__esign_words
  if __esign_argument $path (math $number + 1); or __esign_argument $path '*'
    __esign_offer '' $current
  end
end

complete -c esign -f -k -a '(__esign_complete)'
`;
}

const patterns = (texts: readonly string[]): string => texts.map(quoted).join(' ');

const assigned = ({ words, live, files }: Values, indent: string): string =>
  [
    ...(words.length === 0 ? [] : [`set -g __esign_values ${words.map(described).join(' ')}`]),
    ...(live === '' ? [] : [`set -g __esign_live ${live}`]),
    ...(files === '' ? [] : [`set -g __esign_files ${quoted(files)}`]),
    'return 0',
  ]
    .map((line) => `${indent}${line}`)
    .join('\n');

const valueCase = (given: FlagValues): string =>
  `        case ${given.flags.join(' ')}\n${assigned(given, '          ')}`;

/** A quoted star is a wildcard too; after a backslash it is literal. */
const argumentCase = (given: ArgumentValues): string =>
  `    case ${given.places.map((place) => quoted(place).replace(/\*'$/, String.raw`\\*'`)).join(' ')}\n${assigned(given, '      ')}`;

/** The word, a tab and its description, as fish expects them. */
const described = ({ word, about }: Word): string => quoted(about === '' ? word : `${word}\t${about}`);

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
