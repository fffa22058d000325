/** A choice between a few views, of which one is shown. */
interface Props<A extends string> {
  readonly label: string
  /** Values with their texts, in order. */
  readonly of: ReadonlyArray<readonly [A, string]>
  readonly value: A
  readonly onChoose: (value: A) => void
}

export const Segments = <A extends string>({ label, of, onChoose, value }: Props<A>) => (
  <fieldset className="segments" aria-label={label}>
    {of.map(([each, text]) => (
      <button key={each} type="button" aria-pressed={each === value} onClick={() => onChoose(each)}>
        {text}
      </button>
    ))}
  </fieldset>
)
