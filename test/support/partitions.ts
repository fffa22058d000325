/** The number of partitions of each service in a run, which the project `partitions` sets. */
export const partitions = process.env.TEST_PARTITIONS ?? "1"

/**
 * The number of processes of each service in a run, which some tests of the project `cluster` set.
 */
export const nodes = Number(process.env.TEST_NODES ?? "1")
