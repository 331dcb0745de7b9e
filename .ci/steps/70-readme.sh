# The README's first command, with a pip as old as Python 3.11 itself.
. .ci/lib.sh
environment
python -m pip install -q "pip==22.3"
command=$(readme_command 1)
echo "\$ $command"
eval "$command"
