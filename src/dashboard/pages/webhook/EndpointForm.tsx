/** The URL and the events of a webhook endpoint. */
import type { WebhookEndpoint } from "../../../client/Generated.ts"
import * as EventTypes from "../../data/EventTypes.ts"
import { Checks, Field } from "../../parts/Field.tsx"
import { Form, type Sending, type Values } from "../../parts/Form.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { endpointForm as Words } from "../../words/webhooks.ts"

const events = [...EventTypes.wildcards, ...EventTypes.types]

interface Props {
  readonly of?: WebhookEndpoint
  readonly label: string
  readonly onCancel: () => void
  readonly onSubmit: (
    body: { url: string; events: ReadonlyArray<string>; description: string | null },
    sending: Sending
  ) => Promise<unknown>
}

export const EndpointForm = ({ label, of, onCancel, onSubmit }: Props) => {
  const submit = (values: Values, sending: Sending) =>
    onSubmit(
      {
        url: values.text("url"),
        events: values.all("events"),
        description: values.maybe("description") ?? null
      },
      sending
    )
  const chosen = of?.events ?? ["*"]
  return (
    <Form label={label} onCancel={onCancel} onSubmit={submit}>
      <Field
        name="url"
        label={Words.url}
        type="url"
        required
        defaultValue={of?.url}
        placeholder="https://example.com/webhooks"
        hint={Words.urlHint}
      />
      <Field
        name="description"
        label={CommonWords.description}
        maxLength={500}
        defaultValue={of?.description ?? undefined}
      />
      <Checks
        name="events"
        label={CommonWords.events}
        options={events}
        names={Words.wildcards}
        chosen={chosen}
        hint={Words.eventsHint}
      />
      <details open={EventTypes.otherTypes.some((each) => chosen.includes(each))}>
        <summary>{Words.otherNames}</summary>
        <Checks
          name="events"
          label={Words.otherNamesLabel}
          options={EventTypes.otherTypes}
          chosen={chosen}
        />
      </details>
    </Form>
  )
}
