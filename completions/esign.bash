# Completion for esign; made by `esign completion bash`.

# Answers in `words`, `flags` and `files` what may follow the command in $1.
_esign_place() {
  words='' flags='' files=0
  case "$1" in
    'esign')
      words='profile login logout whoami api error spec completion help'
      flags='--version'
      files=0 ;;
    'esign profile')
      words='add list use show remove'
      flags=''
      files=0 ;;
    'esign profile add')
      words=''
      flags='--use --force --insecure-storage --signature-header --completion-delivery-value'
      files=0 ;;
    'esign profile list')
      words=''
      flags=''
      files=0 ;;
    'esign profile use')
      words=''
      flags=''
      files=0 ;;
    'esign profile show')
      words=''
      flags=''
      files=0 ;;
    'esign profile remove')
      words=''
      flags=''
      files=0 ;;
    'esign login')
      words=''
      flags='--insecure-storage --no-check'
      files=0 ;;
    'esign logout')
      words=''
      flags=''
      files=0 ;;
    'esign whoami')
      words=''
      flags='--offline'
      files=0 ;;
    'esign api')
      words=''
      flags='--list --field --input --query --header --output --force --print --dry-run'
      files=0 ;;
    'esign error')
      words=''
      flags=''
      files=0 ;;
    'esign spec')
      words='show assumptions'
      flags=''
      files=0 ;;
    'esign spec show')
      words=''
      flags='--service'
      files=0 ;;
    'esign spec assumptions')
      words=''
      flags=''
      files=0 ;;
    'esign completion')
      words='bash zsh fish'
      flags=''
      files=0 ;;
    *) return 1 ;;
  esac
}

# Answers in `values` what the flag $2 of the command in $1 takes; fails when it takes no value.
_esign_value() {
  case "$2" in
    --profile) values='@anything'; return 0 ;;
    --mode) values='live test'; return 0 ;;
    --base-url) values='@anything'; return 0 ;;
    --api-key-file) values='@files'; return 0 ;;
    --jq) values='@anything'; return 0 ;;
    --color) values='auto always never'; return 0 ;;
    --timeout) values='@anything'; return 0 ;;
  esac
  case "$1" in
    'esign profile add') case "$2" in
    --signature-header) values='@anything'; return 0 ;;
    --completion-delivery-value) values='@anything'; return 0 ;;
    esac ;;
    'esign api') case "$2" in
    --field | -F) values='@anything'; return 0 ;;
    --input) values='@files'; return 0 ;;
    --query) values='@anything'; return 0 ;;
    --header) values='@anything'; return 0 ;;
    --output | -o) values='@files'; return 0 ;;
    esac ;;
  esac
  return 1
}

_esign() {
  local cur prev path word words flags files values index skip
  cur=${COMP_WORDS[COMP_CWORD]}
  prev=${COMP_WORDS[COMP_CWORD-1]}
  # Bash breaks words at "=": put --flag=value together again.
  if [[ $cur == '=' ]]; then cur=''; elif [[ $prev == '=' ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
  path=esign skip=0
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    if ((skip)); then skip=0; continue; fi
    if [[ $word == -* ]]; then
      if _esign_value "$path" "$word" && [[ ${COMP_WORDS[index+1]} != '=' ]]; then skip=1; fi
    elif _esign_place "$path $word"; then
      path="$path $word"
    fi
  done
  COMPREPLY=()
  if [[ $prev == -* ]] && _esign_value "$path" "$prev"; then
    case "$values" in
      @files) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")) ;;
      @folders) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur")) ;;
      @anything) ;;
      *) COMPREPLY=($(compgen -W "$values" -- "$cur")) ;;
    esac
    return
  fi
  _esign_place "$path"
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$flags --profile --mode --base-url --api-key-file --api-key-stdin --json --jq --quiet --yes --no-input --debug --color --timeout --help" -- "$cur"))
    return
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if ((files)); then
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen -f -- "$cur"))
  fi
}

complete -F _esign esign
