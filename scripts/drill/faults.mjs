// What breaks in the drill, and how it is mended: each fault happens once killed (-9) and once cut off, in turn.
import { setTimeout as wait } from "node:timers/promises";
import { etcdLeader, roles, startEtcd, startPatroni } from "./cluster.mjs";
import { startCaddy, startHaproxy, startVault } from "./vaults.mjs";

/** How long a machine is gone, and how long a service manager takes to start a program again. */
const machineMs = 15_000;
const restartMs = 1_000;

/** `place`: the machines of the drill. Returns what happened to which machine, once it is mended. */
export function faultsOf(place) {
  const { databases, vaults, front, canCut } = place;
  const startDatabase = (machine) => {
    startEtcd(machine, place);
    startPatroni(machine, place);
  };
  const cutOff = async (machine) => {
    machine.cut();
    await wait(machineMs);
    machine.mend();
  };
  /** Kills programs of a machine, which are started again after `ms`. */
  const killed = async (machine, programs, ms, start) => {
    machine.kill(programs);
    await wait(ms);
    start(machine);
  };
  const lost = async (machine, isCut) => {
    if (isCut && canCut) await cutOff(machine);
    else await killed(machine, ["patroni", "etcd"], machineMs, startDatabase);
  };
  let vaultNumber = 0;
  const nextVault = () => vaults[(vaultNumber += 1) % vaults.length];
  return [
    {
      what: "primary",
      choose: async () => (await roles(databases)).primary,
      break: lost,
    },
    {
      what: "standby",
      choose: async () => (await roles(databases)).standbys[0],
      break: lost,
    },
    {
      what: "etcd's leader",
      choose: async () => (await etcdLeader(place)).leader,
      break: (machine, isCut) =>
        isCut && canCut ? cutOff(machine) : killed(machine, ["etcd"], machineMs, () => startEtcd(machine, place)),
    },
    {
      what: "vault",
      choose: async () => nextVault(),
      break: (machine, isCut) =>
        isCut && canCut ? cutOff(machine) : killed(machine, ["vault"], machineMs, () => startVault(machine, front)),
    },
    {
      what: "proxy",
      choose: async (isCut) => (isCut ? nextVault() : front),
      // Caddy in front of the vaults, and HAProxy between a vault and the database.
      break: (machine) =>
        machine === front
          ? killed(machine, ["caddy"], restartMs, () => startCaddy(machine, vaults))
          : killed(machine, ["haproxy"], restartMs, () => startHaproxy(machine, databases)),
    },
  ];
}

/** The longest pause between two acknowledged writes from one moment to another, in seconds. Both moments end a pause. */
export function longestPause(writtenAt, since, until) {
  const moments = [since, ...writtenAt.filter((at) => at >= since && at <= until), until];
  let longest = 0;
  for (let index = 1; index < moments.length; index += 1)
    longest = Math.max(longest, moments[index] - moments[index - 1]);
  return longest / 1_000;
}
