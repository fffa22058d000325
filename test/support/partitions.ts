/** How many partitions the services of a run have: the project `partitions` sets it. */
export const partitions = process.env.TEST_PARTITIONS ?? "1"
