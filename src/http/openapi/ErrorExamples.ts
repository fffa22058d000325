/** Examples of error responses, and the codes that an operation may return. */
import * as Errors from "../contract/Errors.ts"
import * as Data from "../contract/ExampleData.ts"
import * as PublicOrigin from "../middleware/PublicOrigin.ts"
import * as Problems from "../Problems.ts"
import * as AllOperations from "./AllOperations.ts"

/** The body of a response with a code. */
export const of = (code: Errors.Code): object => {
  const { sample } = Errors.codes[code]
  const { errors, message } = sample === undefined ? Problems.defect : Problems.of(sample)
  return {
    error: code,
    message,
    error_code: code,
    request_id: Data.ids.request,
    doc_url: Problems.docUrl(PublicOrigin.defaultOrigin, code),
    ...(errors === undefined ? {} : { errors })
  }
}

const operations = new Map(
  AllOperations.all.map((operation) => {
    const path = operation.path.replace(/:(\w+)/g, "{$1}")
    return [`${operation.method} ${path}`, operation]
  })
)

/** The codes that one operation, such as `GET /v1/quotes/{id}`, may respond with at a status. */
export const codesAt = (name: string, status: number): ReadonlyArray<Errors.Code> => {
  const operation = operations.get(name)
  if (status === 404) return operation?.missing ?? []
  if (status === 409) return operation?.conflicts ?? []
  // Headers that are too large have the same code as a body that is.
  if (status === 431) return ["PAYLOAD_TOO_LARGE"]
  return Errors.names.filter((code) => {
    const { isDashboardOnly, status: own } = Errors.codes[code]
    return own === status && isDashboardOnly !== true
  })
}
