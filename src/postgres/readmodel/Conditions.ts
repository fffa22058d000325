/** Conditions of statements with their parameters: values travel as parameters alone. */

export type Condition = string | readonly [text: string, ...values: ReadonlyArray<unknown>]

/**
 * Joins conditions and their parameters: `?` is the first value of a condition, `?2` the second. A
 * condition whose first value is `undefined` is left out. `given`: parameters that the statement has
 * before them.
 */
export const where = (conditions: ReadonlyArray<Condition>, given = 0) => {
  const parameters: Array<unknown> = []
  const texts = conditions.flatMap((condition) => {
    if (typeof condition === "string") return [condition]
    const [text, ...values] = condition
    if (values[0] === undefined) return []
    const before = given + parameters.length
    parameters.push(...values)
    return [text.replace(/\?(\d?)/g, (_, place) => `$${before + Number(place || 1)}`)]
  })
  return { where: texts.length === 0 ? "true" : texts.join(" and "), parameters }
}

export const int = (value: number | undefined): bigint | undefined =>
  value === undefined ? undefined : BigInt(value)
