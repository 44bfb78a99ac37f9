/**
 * Shell words that set `node` to a copy of Node that nobody may read, or to Node itself where it cannot be copied. Linux
 * lets no process of the same user look into one that was started from such a file (proc(5), of /proc/pid/mem; ptrace(2),
 * of dumpable): what an agent or its work starts beside our programs cannot take their secrets.
 */
export const FIND_GUARDED_NODE = `node=node
if place=$(mktemp -d) && cp "$(readlink -f "$(command -v node)")" "$place/node" && chmod 111 "$place/node"
then node=$place/node; fi 2>/dev/null`;
