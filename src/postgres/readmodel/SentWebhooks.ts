/** Deliveries of the events about payouts and batches, without the bodies of the events. */
import { Effect, Schema } from "effect"
import type * as Port from "../../engine/ports/ReadModel.ts"
import * as ReadQueries from "./ReadQueries.ts"
import type * as Source from "./Source.ts"
import * as Tables from "./Tables.ts"

const Sent = Schema.Array(
  Schema.Struct({
    subject_id: Schema.String,
    event_id: Schema.String,
    type: Schema.String,
    at: Schema.BigInt,
    endpoint_id: Schema.String,
    status: Schema.Literals(["pending", "delivered", "failed"])
  })
)
const decodeSent = Schema.decodeUnknownEffect(Sent)

/**
 * A delivery's id begins with its event's id, so the primary key finds it. The inner limit lets
 * PostgreSQL use that index instead of reading all deliveries.
 */
const sentSql = `
  select subject.id as subject_id, sent.*
  from unnest($2::text[]) with ordinality as subject (id, place), lateral (
    select e.id as event_id, e.type, e.at, d.endpoint_id, d.status
    from events e, lateral (
      select id, endpoint_id, status from deliveries
      where id between 'dlv_' || substr(e.id, 5) and 'dlv_' || substr(e.id, 5) || '~'
        and event_id = e.id
      order by id limit $3
    ) as d
    where e.partition = $1 and e.subject_id = subject.id
    order by e.seq desc, d.id desc limit $3
  ) as sent
  order by subject.place, sent.at desc, sent.event_id desc, sent.endpoint_id`

/** The newest deliveries about each subject, in the order of the subjects. */
export const make =
  ({ partition, sql }: Source.Source) =>
  (subjectIds: ReadonlyArray<string>, max: number) =>
    sql.unsafe(sentSql, [partition, Tables.array("text", subjectIds), max]).pipe(
      Effect.flatMap(decodeSent),
      Effect.map((rows) =>
        rows.map(
          ({ at, endpoint_id, event_id, status, subject_id, type }): Port.SentWebhook => ({
            ...{ subjectId: subject_id, eventId: event_id, type, at: Number(at) },
            ...{ endpointId: endpoint_id, status }
          })
        )
      ),
      ReadQueries.reading
    )
