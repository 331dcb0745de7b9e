# The README's test command, as it stands there; it is to take 60 seconds of processor time at most.
. .ci/lib.sh
environment
command=$(readme_command 2)
echo "\$ $command"
eval "time { $command; }"
