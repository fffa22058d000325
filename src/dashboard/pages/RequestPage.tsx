/** One API request, with its response and its subject. */
import * as Curl from "../data/Curl.ts"
import { useServiceQuery } from "../data/Queries.ts"
import { Answer } from "../parts/Answer.tsx"
import { CopyCurl } from "../parts/CopyCurl.tsx"
import { ObjectLink } from "../parts/ObjectLink.tsx"
import { Facts, PageHead, Section } from "../parts/Page.tsx"
import { Snippet } from "../parts/Snippet.tsx"
import { Code as Copied, Time } from "../parts/Value.tsx"
import { common as CommonWords } from "../words/common.ts"
import { requestPage as Words } from "../words/requests.ts"
import { Caller, Code, Outcome } from "./request/RequestParts.tsx"

/** Formats JSON on several lines. Other text, and JSON that was cut, stays unchanged. */
const readable = (body: string | null): string => {
  try {
    return JSON.stringify(JSON.parse(body ?? '""'), null, 2)
  } catch {
    return body ?? ""
  }
}

/** A link to the API reference about an error code. */
const Remedy = ({ of }: { readonly of: string }) => (
  <a href={`/docs#description/${of.toLowerCase()}`}>{Words.remedyOf(of)}</a>
)

export default function RequestPage({ id }: { readonly id: string }) {
  const request = useServiceQuery("requests", ["one", id], ({ api }, options) =>
    api.requests.get(id, options)
  )
  const { data } = request
  const title = data === undefined ? CommonWords.request : `${data.method} ${data.path}`
  return (
    <div className="page">
      <PageHead
        title={title}
        heading={
          data && (
            <>
              {title} <Code of={data.status} />
            </>
          )
        }
        back={{ href: "/requests", label: Words.back }}
      >
        {data?.path.startsWith("/v1/") && (
          <CopyCurl command={Curl.ofRequest(location.origin, data)} done={Words.copied.curl} />
        )}
      </PageHead>
      <Answer of={request} lines={10}>
        {(loaded) => (
          <div className="columns">
            <Section title={Words.content} about={CommonWords.hiddenData}>
              <Snippet
                title={Words.requestBody}
                text={loaded.request_body === null ? "" : readable(loaded.request_body)}
                isWhole
                hasLinks
              />
              <Snippet
                title={Words.responseBody}
                text={loaded.response_body === null ? "" : readable(loaded.response_body)}
                isWhole
                hasLinks
              />
            </Section>
            <Section title={CommonWords.details}>
              <Facts
                of={[
                  [Words.facts.answer, <Outcome key="outcome" of={loaded} isWhole />],
                  [
                    Words.facts.remedy,
                    loaded.error_code && <Remedy key="remedy" of={loaded.error_code} />
                  ],
                  [CommonWords.latency, CommonWords.milliseconds(loaded.latency_ms)],
                  [Words.facts.sentBy, <Caller key="caller" of={loaded} />],
                  [Words.facts.from, loaded.ip_address],
                  [
                    CommonWords.about,
                    loaded.subject_id && <ObjectLink key="about" id={loaded.subject_id} />
                  ],
                  [
                    CommonWords.idempotencyKey,
                    loaded.idempotency_key && (
                      <Copied
                        key="key"
                        text={loaded.idempotency_key}
                        label={Words.copied.idempotencyKey}
                      />
                    )
                  ],
                  [
                    CommonWords.request,
                    <Copied key="id" text={loaded.id} label={Words.copied.requestId} isShort />
                  ],
                  [CommonWords.time, <Time key="time" at={loaded.created_at} />]
                ]}
              />
            </Section>
          </div>
        )}
      </Answer>
    </div>
  )
}
