/**
 * One example per operation, next to its contract: the request and its successful response. The
 * OpenAPI document and `/docs` show only these examples, and a test checks them against the
 * schemas.
 */

export interface Example {
  /** Description of the operation, if `OpenApi.annotations` has none. */
  readonly description?: string
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The rows of `body` as a file to upload. */
  readonly csv?: string
  /** The body of the successful response; text if the response is not JSON. */
  readonly answer: unknown
  /** The response as a CSV file, if the request can ask for one. */
  readonly csvAnswer?: string
  /** The response as an XML file, if the request can ask for one. */
  readonly xmlAnswer?: string
}

type Content = Readonly<Record<string, object>>

/** The parts of a generated operation that an example adds to. */
interface Operation {
  readonly description?: string
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly in: string }>
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

const withValue = (content: Content, value: unknown): Content =>
  Object.fromEntries(
    Object.entries(content).map(([type, media]) => [
      type,
      { ...media, examples: { example: { value } } }
    ])
  )

/** The form of an upload, which the contract's schemas do not describe. */
const upload = (csv: string): Content => ({
  "multipart/form-data": {
    schema: {
      type: "object",
      properties: {
        file: {
          type: "string",
          format: "binary",
          contentMediaType: "text/csv",
          description:
            "CSV file in UTF-8 with at most 2 MiB and 1,000 rows. Its header is " +
            "`phone,network,amount_usdc,name,idempotency_key`."
        },
        name: {
          type: "string",
          minLength: 1,
          maxLength: 80,
          description: "Your own name for the batch."
        },
        funding: {
          type: "string",
          enum: ["deposit", "balance"],
          description:
            "`balance` pays from the account's balance at once. Default is `deposit`, a transfer " +
            "to the deposit address."
        },
        idempotency_key: { type: "string", minLength: 1, maxLength: 128 }
      },
      required: ["file"]
    },
    examples: { example: { value: { file: csv } } }
  }
})

const parametersWith = ({ path, query }: Example, { parameters }: Operation) =>
  parameters.map((each) => {
    const value = (each.in === "path" ? path : query)?.[each.name]
    return value === undefined ? each : { ...each, example: value }
  })

const bodyWith = ({ body, csv }: Example, content: Content): Content => ({
  ...(body === undefined ? content : withValue(content, body)),
  ...(csv === undefined ? {} : upload(csv))
})

const fileOf = (type: string, value: string | undefined): Content =>
  value === undefined
    ? {}
    : { [type]: { schema: { type: "string" }, examples: { example: { value } } } }

const responsesWith = ({ answer, csvAnswer, xmlAnswer }: Example, { responses }: Operation) =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      status.startsWith("2") && response.content !== undefined
        ? {
            ...response,
            content: {
              ...withValue(response.content, answer),
              ...fileOf("text/csv", csvAnswer),
              ...fileOf("application/xml", xmlAnswer)
            }
          }
        : response
    ])
  )

/** Adds an example to its generated operation, for `OpenApi.Transform`. */
export const of =
  (example: Example) =>
  (generated: Readonly<Record<string, unknown>>): Record<string, unknown> => {
    // The generator sets these fields; the annotation's type does not include them.
    const operation = generated as unknown as Operation
    const { requestBody } = operation
    return {
      ...generated,
      description: operation.description ?? example.description ?? "",
      parameters: parametersWith(example, operation),
      ...(requestBody === undefined
        ? {}
        : { requestBody: { ...requestBody, content: bodyWith(example, requestBody.content) } }),
      responses: responsesWith(example, operation)
    }
  }
