# Completion for esign; made by `esign completion fish`.

# Answers in globals what may follow the command in $argv[1].
function __esign_place
  set -g __esign_words
  set -g __esign_flags
  set -g __esign_files 0
  switch $argv[1]
    case 'esign'
      set -a __esign_words 'profile	Named addresses and keys of the service'
      set -a __esign_words 'login	Store an API key'
      set -a __esign_words 'logout	Forget the keys of a profile'
      set -a __esign_words 'whoami	Which address and key are used, and why'
      set -a __esign_words 'api	Call any operation, JSON in and JSON out'
      set -a __esign_words 'error	What an error code means, and what to do'
      set -a __esign_words 'spec	The machine-readable description of the service'
      set -a __esign_words 'completion	Completion scripts for bash, zsh and fish'
      set -a __esign_words 'help	Show the help of a command'
      set -a __esign_flags '--version	show the version'
      return 0
    case 'esign profile'
      set -a __esign_words 'add	Add a profile'
      set -a __esign_words 'list	List the profiles'
      set -a __esign_words 'use	Choose the current profile'
      set -a __esign_words 'show	Show one profile'
      set -a __esign_words 'remove	Forget a profile and its keys'
      return 0
    case 'esign profile add'
      set -a __esign_flags '--use	make it the current profile'
      set -a __esign_flags '--force	replace a profile of that name'
      set -a __esign_flags '--insecure-storage	keep the key in a file that only you can read, not in the keychain'
      set -a __esign_flags '--signature-header	the name of the webhook signature header at this address'
      set -a __esign_flags '--completion-delivery-value	what this service calls the completion delivery `service`'
      return 0
    case 'esign profile list'
      return 0
    case 'esign profile use'
      return 0
    case 'esign profile show'
      return 0
    case 'esign profile remove'
      return 0
    case 'esign login'
      set -a __esign_flags '--insecure-storage	keep the key in a file that only you can read, not in the keychain'
      set -a __esign_flags '--no-check	store the key without trying it'
      return 0
    case 'esign logout'
      return 0
    case 'esign whoami'
      set -a __esign_flags '--offline	do not ask the service'
      return 0
    case 'esign api'
      set -a __esign_flags '--list	list the operations'
      set -a __esign_flags '--field	a member of the body; name:=value for JSON'
      set -a __esign_flags '--input	the body as JSON from a file, or - for stdin'
      set -a __esign_flags '--query	a member of the query'
      set -a __esign_flags '--header	Idempotency-Key or If-Match'
      set -a __esign_flags '--output	where a PDF goes, or - for stdout'
      set -a __esign_flags '--force	overwrite the output file'
      set -a __esign_flags '--print	print a signing URL; it is a credential for a legal act'
      set -a __esign_flags '--dry-run	print the request, key masked, and send nothing'
      return 0
    case 'esign error'
      return 0
    case 'esign spec'
      set -a __esign_words 'show	Print the OpenAPI description'
      set -a __esign_words 'assumptions	List what esign assumes about the service'
      return 0
    case 'esign spec show'
      set -a __esign_flags '--service	fetch the description from the service; it needs no key'
      return 0
    case 'esign spec assumptions'
      return 0
    case 'esign completion'
      set -a __esign_words 'bash	the shell'
      set -a __esign_words 'zsh	the shell'
      set -a __esign_words 'fish	the shell'
      return 0
    case '*'
      return 1
  end
end

# Answers in a global what the flag $argv[2] of the command in $argv[1] takes; fails when it takes no value.
function __esign_value
  switch $argv[2]
        case --profile
          set -g __esign_values '@anything'
          return 0
        case --mode
          set -g __esign_values 'live test'
          return 0
        case --base-url
          set -g __esign_values '@anything'
          return 0
        case --api-key-file
          set -g __esign_values '@files'
          return 0
        case --jq
          set -g __esign_values '@anything'
          return 0
        case --color
          set -g __esign_values 'auto always never'
          return 0
        case --timeout
          set -g __esign_values '@anything'
          return 0
  end
  switch $argv[1]
    case 'esign profile add'
      switch $argv[2]
        case --signature-header
          set -g __esign_values '@anything'
          return 0
        case --completion-delivery-value
          set -g __esign_values '@anything'
          return 0
      end
    case 'esign api'
      switch $argv[2]
        case --field -F
          set -g __esign_values '@anything'
          return 0
        case --input
          set -g __esign_values '@files'
          return 0
        case --query
          set -g __esign_values '@anything'
          return 0
        case --header
          set -g __esign_values '@anything'
          return 0
        case --output -o
          set -g __esign_values '@files'
          return 0
      end
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
    printf '%s\n' $__esign_flags
    printf '%s\n' '--profile	the profile to use (ESIGN_PROFILE)' '--mode	which key of the profile to use (ESIGN_MODE)' '--base-url	the base address of the service (ESIGN_BASE_URL)' '--api-key-file	read the API key from a file' '--api-key-stdin	read the API key from stdin' '--json	write JSON; pick fields with --json=a,b' '--jq	filter the JSON with a jq expression' '--quiet	write ids only, and no notes' '--yes	answer every question with yes' '--no-input	ask nothing; a missing value is an error' '--debug	trace requests on stderr, secrets masked' '--color	colour the output' '--timeout	give up on a request after this long' '--help	show this help'
    return
  end
  test (count $__esign_words) -gt 0; and printf '%s\n' $__esign_words
  test $__esign_files = 1; and __fish_complete_path $current
end

complete -c esign -f -a '(__esign_complete)'
