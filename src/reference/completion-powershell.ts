import { type CompletionRow, completionTable, type FlagValues, type Word } from './completion-table.js';
import type { CommandNode } from './node.js';

/** The script for PowerShell 5.1 and newer, to be dot-sourced. It is plain ASCII: 5.1 reads a script in the code page. */
export function powershellCompletion(root: CommandNode): string {
  const { rows, globalFlags, globalValues } = completionTable(root);
  const withValues = rows.filter((row) => row.values.length > 0);
  return `# Completion for esign; made by \`esign completion powershell\`.

Register-ArgumentCompleter -Native -CommandName 'esign' -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)

  # Answers what may follow the command in $path; nothing when there is no such command.
  $placeOf = {
    param([string]$path)
    switch -CaseSensitive -Exact ($path) {
${rows.map(place).join('\n')}
    }
  }

  # Answers what the flag of the command in $path takes; nothing when it takes no value.
  $valuesOf = {
    param([string]$path, [string]$flag)
    switch -CaseSensitive -Exact ($flag) {
${globalValues.map((given) => values(given, '      ')).join('\n')}
    }
    switch -CaseSensitive -Exact ($path) {
${withValues.map(valuesOfPlace).join('\n')}
    }
  }

  # A word as it has to be typed: whatever PowerShell would read as more than text is quoted.
  $typed = {
    param([string]$text)
    if ($text -match '^[A-Za-z0-9_./\\\\:=+-]+$') { return $text }
    $quotes = "['" + [char]0x2018 + [char]0x2019 + [char]0x201A + [char]0x201B + ']'
    return "'" + ($text -replace $quotes, '$0$0') + "'"
  }

  # Offers a word with its description, if it begins with what is typed.
  $offer = {
    param([string]$prefix, [string]$text, [string]$about, [string]$begun)
    if (-not $text.StartsWith($begun, [System.StringComparison]::Ordinal)) { return }
    if ($about -eq '') { $about = $text }
    [System.Management.Automation.CompletionResult]::new($prefix + (& $typed $text), $text, 'ParameterValue', $about)
  }

  # Offers lines of a value, a tab and its description.
  $offerLines = {
    param([string]$prefix, $lines, [string]$begun)
    foreach ($line in $lines) {
      if ([string]::IsNullOrEmpty($line)) { continue }
      $parts = ([string]$line).Split([char[]]@([char]9), 2)
      $about = if ($parts.Length -gt 1) { $parts[1] } else { '' }
      & $offer $prefix $parts[0] $about $begun
    }
  }

  # What this machine knows at the moment: names of profiles, ids of envelopes and templates.
  $live = {
    param([string]$kind)
    $program = Get-Command -Name esign -CommandType @('Application', 'ExternalScript') -ErrorAction SilentlyContinue | Select-Object -First 1
    if ($null -ne $program) { & $program completion values $kind 2>$null }
  }

  $begun = [string]$wordToComplete
  $before = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition })
  $path = 'esign'
  $flag = ''
  foreach ($element in $before) {
    $word = if ($element -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $element.Value } else { $element.Extent.Text }
    if ($flag -ne '') { $flag = ''; continue }
    if ($word.StartsWith('-')) {
      if (-not $word.Contains('=') -and $null -ne (& $valuesOf $path $word)) { $flag = $word }
    } elseif ($null -ne (& $placeOf "$path $word")) {
      $path = "$path $word"
    }
  }

  $prefix = ''
  if ($flag -eq '' -and $begun -match '^(--?[^=]+)=') {
    $flag = $Matches[1]
    if ($null -eq (& $valuesOf $path $flag)) { return }
    $prefix = "$flag="
    $begun = $begun.Substring($prefix.Length)
  }
  if ($flag -ne '') {
    $given = & $valuesOf $path $flag
    switch -CaseSensitive -Exact ($given.Kind) {
      'files' { if ($prefix -eq '') { [System.Management.Automation.CompletionCompleters]::CompleteFilename($begun) } }
      'folders' { if ($prefix -eq '') { [System.Management.Automation.CompletionCompleters]::CompleteFilename($begun) } }
      'live' { & $offerLines $prefix (& $live $given.Words) $begun }
      'words' { & $offerLines $prefix $given.Words $begun }
    }
    return
  }

  $place = & $placeOf $path
  if ($begun.StartsWith('-')) {
    & $offerLines '' $place.Flags $begun
    & $offerLines '' @(${globalFlags.map(line).join(', ')}) $begun
    return
  }
  & $offerLines '' $place.Words $begun
  if ($place.Live -ne '') { & $offerLines '' (& $live $place.Live) $begun }
  if ($place.Files) { [System.Management.Automation.CompletionCompleters]::CompleteFilename($begun) }
}
`;
}

const place = ({ paths, words, flags, takesFiles, live }: CompletionRow): string =>
  paths
    .map(
      (path) =>
        `      ${quoted(path)} { return @{ Words = @(${words.map(line).join(', ')}); Flags = @(${flags.map(line).join(', ')}); ` +
        `Files = ${takesFiles ? '$true' : '$false'}; Live = ${quoted(live)} } }`,
    )
    .join('\n');

const valuesOfPlace = ({ paths, values: own }: CompletionRow): string =>
  paths
    .map(
      (path) =>
        `      ${quoted(path)} {\n        switch -CaseSensitive -Exact ($flag) {\n` +
        `${own.map((given) => values(given, '          ')).join('\n')}\n        }\n      }`,
    )
    .join('\n');

function values({ flags, values: given }: FlagValues, indent: string): string {
  const kind = typeof given !== 'string' ? 'words' : isLive(given) ? 'live' : given;
  const words = typeof given !== 'string' ? `@(${given.map(quoted).join(', ')})` : quoted(kind === 'live' ? given : '');
  return flags
    .map((flag) => `${indent}${quoted(flag)} { return @{ Kind = ${quoted(kind)}; Words = ${words} } }`)
    .join('\n');
}

const isLive = (kind: string): boolean => ['profiles', 'envelopes', 'templates'].includes(kind);

const line = ({ word, about }: Word): string => quoted(`${word}\t${about}`);

const plain: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '–': '-',
  '—': '-',
};

/** A literal: nothing is expanded in it, and only its quotes have to be doubled. */
const quoted = (text: string): string =>
  `'${text.replaceAll(/[^\t\x20-\x7e]/gu, (character) => plain[character] ?? '?').replaceAll("'", "''")}'`;
