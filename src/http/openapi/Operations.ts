/** The operations of the OpenAPI document, for the documents that are made from it. */
import { Schema } from "effect"
import type * as Document from "./Document.ts"

const Media = Schema.Struct({
  schema: Schema.optionalKey(Schema.Unknown),
  examples: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.Struct({ value: Schema.optionalKey(Schema.Unknown) }))
  )
})

const Parameter = Schema.Struct({
  name: Schema.String,
  in: Schema.String,
  required: Schema.optionalKey(Schema.Boolean),
  description: Schema.optionalKey(Schema.String),
  example: Schema.optionalKey(Schema.Unknown)
})

const Content = Schema.Record(Schema.String, Media)

const Operation = Schema.Struct({
  operationId: Schema.String,
  summary: Schema.String,
  description: Schema.optionalKey(Schema.String),
  tags: Schema.Tuple([Schema.String]),
  security: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  parameters: Schema.Array(Parameter),
  requestBody: Schema.optionalKey(Schema.Struct({ content: Content })),
  responses: Schema.Record(Schema.String, Schema.Struct({ content: Schema.optionalKey(Content) }))
})

const WholeDocument = Schema.Struct({
  info: Schema.Struct({ title: Schema.String, description: Schema.String }),
  tags: Schema.Array(Schema.Struct({ name: Schema.String, description: Schema.String })),
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation))
})

export interface DocumentedOperation extends Schema.Schema.Type<typeof Operation> {
  readonly method: string
  readonly path: string
}

interface Group {
  readonly name: string
  readonly description: string
  readonly operations: ReadonlyArray<DocumentedOperation>
}

const operationsIn = ({ paths }: typeof WholeDocument.Type): ReadonlyArray<DocumentedOperation> =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, each]): DocumentedOperation => ({ ...each, path, method: method.toUpperCase() })
    )
  )

/** Every operation of the document, in its order. */
export const all = (document: Document.Json): ReadonlyArray<DocumentedOperation> =>
  operationsIn(Schema.decodeUnknownSync(WholeDocument)(document))

/** The document's title, description, and operations by tag, in its order. */
export const of = (document: Document.Json) => {
  const whole = Schema.decodeUnknownSync(WholeDocument)(document)
  const { info, tags } = whole
  const all = operationsIn(whole)
  const groups = tags.map(
    ({ description, name }): Group => ({
      name,
      description,
      operations: all.filter((each) => each.tags[0] === name)
    })
  )
  // Events are not operations.
  return { ...info, groups: groups.filter(({ operations }) => operations.length > 0) }
}

const exampleOf = (content: typeof Content.Type | undefined): unknown =>
  Object.values(content?.["application/json"]?.examples ?? {})[0]?.value

/** The example of a JSON body. */
export const bodyOf = ({ requestBody }: DocumentedOperation): unknown =>
  exampleOf(requestBody?.content)

/** The example of a successful JSON response. */
export const answerOf = ({ responses }: DocumentedOperation): unknown =>
  exampleOf(Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1].content)
