/** Conditions of statements with their parameters: values are only ever passed as parameters. */

export type Condition = string | readonly [text: string, ...values: ReadonlyArray<unknown>]

/**
 * Joins conditions and their parameters: `?` is the first value of a condition, `?2` the second. A
 * condition whose first value is `undefined` is left out. `before` is the number of parameters that
 * the statement already has.
 */
export const where = (conditions: ReadonlyArray<Condition>, before = 0) => {
  const parameters: Array<unknown> = []
  const texts = conditions.flatMap((condition) => {
    if (typeof condition === "string") return [condition]
    const [text, ...values] = condition
    if (values[0] === undefined) return []
    const parameterOffset = before + parameters.length
    parameters.push(...values)
    return [text.replace(/\?(\d?)/g, (_, digit) => `$${parameterOffset + Number(digit || 1)}`)]
  })
  return { where: texts.length === 0 ? "true" : texts.join(" and "), parameters }
}

export const int = (value: number | undefined): bigint | undefined =>
  value === undefined ? undefined : BigInt(value)
