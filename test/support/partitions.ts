/** How many partitions the services of a run have: the project `partitions` sets it. */
export const partitions = process.env.TEST_PARTITIONS ?? "1"

/** How many processes the services of a run are: some tests of the project `cluster` set it. */
export const nodes = Number(process.env.TEST_NODES ?? "1")
