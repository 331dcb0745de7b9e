# The README's test command, as it stands there.
. .ci/lib.sh
environment
command=$(readme_command 2)
echo "\$ $command"
eval "$command"
