import {
  type ArgumentValues,
  type CompletionRow,
  completionTable,
  type FlagValues,
  type Values,
  type Word,
} from './completion-table.js';
import type { CommandNode } from './node.js';

/**
 * The script for PowerShell 5.1 and newer, to be dot-sourced. It is plain ASCII, because 5.1 reads scripts in the
 * system code page.
 */
export function powershellCompletion(root: CommandNode): string {
  const { rows, arguments: taken, globalFlags, globalValues } = completionTable(root);
  const withValues = rows.filter((row) => row.values.length > 0);
  return `# Completion for esign; made by \`esign completion powershell\`.

Register-ArgumentCompleter -Native -CommandName 'esign' -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)

  # Answers what may follow the command in $path; nothing for an unknown command.
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

  # Answers in the same way what the argument of a command is: its path and its number, or a star.
  $argumentOf = {
    param([string]$place)
    switch -CaseSensitive -Exact ($place) {
${taken.map(argument).join('\n')}
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

  # Offers files, and folders to look into: those with the endings, all of them where there is none of these.
  $offerFiles = {
    param([string]$endings, [string]$begun)
    $all = @([System.Management.Automation.CompletionCompleters]::CompleteFilename($begun))
    $folders = @($all | Where-Object { $_.ResultType -eq 'ProviderContainer' })
    if ($endings -eq 'folders') { return $folders }
    $found = @($all | Where-Object { $_.ResultType -ne 'ProviderContainer' -and $_.ListItemText -match ('\\.(?:' + $endings + ')$') })
    if ($endings -eq 'any' -or $found.Count -eq 0) { return $all }
    return $found + $folders
  }

  # Offers what a flag or an argument is.
  $offerGiven = {
    param([string]$prefix, $given, [string]$begun)
    & $offerLines $prefix $given.Words $begun
    if ($given.Live -ne '') { & $offerLines $prefix (& $live $given.Live) $begun }
    if ($given.Files -ne '' -and $prefix -eq '') { & $offerFiles $given.Files $begun }
  }

  $begun = [string]$wordToComplete
  $before = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition })
  $path = 'esign'
  $flag = ''
  $number = 0
  $plain = $false
  foreach ($element in $before) {
    $word = if ($element -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $element.Value } else { $element.Extent.Text }
    if ($flag -ne '') { $flag = ''; continue }
    if (-not $plain -and $word -ceq '--') { $plain = $true; continue }
    if (-not $plain -and $word.StartsWith('-')) {
      if (-not $word.Contains('=') -and $null -ne (& $valuesOf $path $word)) { $flag = $word }
    } elseif ($number -eq 0 -and $null -ne (& $placeOf "$path $word")) {
      $path = "$path $word"
    } else {
      $number = $number + 1
    }
  }

  $prefix = ''
  if ($flag -eq '' -and -not $plain -and $begun -match '^(--?[^=]+)=') {
    $flag = $Matches[1]
    $prefix = "$flag="
    $begun = $begun.Substring($prefix.Length)
  }
  if ($flag -ne '') {
    $given = & $valuesOf $path $flag
    if ($null -ne $given) { & $offerGiven $prefix $given $begun }
    return
  }

  $place = & $placeOf $path
  if (-not $plain -and $begun.StartsWith('-')) {
    & $offerLines '' $place.Flags $begun
    & $offerLines '' @(${globalFlags.map(line).join(', ')}) $begun
    return
  }
  if ($number -eq 0) { & $offerLines '' $place.Words $begun }
  $given = & $argumentOf "$path $($number + 1)"
  if ($null -eq $given) { $given = & $argumentOf "$path *" }
  if ($null -ne $given) { & $offerGiven '' $given $begun }
}
`;
}

const place = ({ paths, words, flags }: CompletionRow): string =>
  paths
    .map(
      (path) =>
        `      ${quoted(path)} { return @{ Words = @(${words.map(line).join(', ')}); Flags = @(${flags.map(line).join(', ')}) } }`,
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

const values = (given: FlagValues, indent: string): string =>
  given.flags.map((flag) => `${indent}${quoted(flag)} { return ${table(given)} }`).join('\n');

const argument = (given: ArgumentValues): string =>
  given.places.map((at) => `      ${quoted(at)} { return ${table(given)} }`).join('\n');

const table = ({ words, live, files }: Values): string =>
  `@{ Words = @(${words.map(line).join(', ')}); Live = ${quoted(live)}; Files = ${quoted(files)} }`;

const line = ({ word, about }: Word): string => quoted(about === '' ? word : `${word}\t${about}`);

const plain: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '–': '-',
  '—': '-',
};

/** A literal without expansion; only quotes are doubled. */
const quoted = (text: string): string =>
  `'${text.replaceAll(/[^\t\x20-\x7e]/gu, (character) => plain[character] ?? '?').replaceAll("'", "''")}'`;
