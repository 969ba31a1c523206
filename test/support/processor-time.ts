/** Begins to measure; the answer tells the milliseconds of processor time since, which other processes do not add to. */
export function processorTime(): () => number {
  const from = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1000;
  };
}
