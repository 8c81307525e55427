type LinesPurposeProps = { side: 'input' | 'output'; used: string; editable: boolean }

const sayPurpose = ({ side, used }: LinesPurposeProps) =>
  side === 'input'
    ? 'What the work takes that is not on the quote, such as fuel or sealant. Charged as well, unless Non-billable is ticked.'
    : `What the client is quoted and charged for: parts, labour, call-outs. What was used, worked or made goes under ${used} of its line.`

/** Above the lines: what stands there, and, while there is no network, that nothing of it is saved. */
export const LinesPurpose = (props: LinesPurposeProps) => (
  <>
    <p className="hint">{sayPurpose(props)}</p>
    {props.editable && (
      <p className="hint whileoffline" role="status">
        Lines need a network: without one, what is typed here is not saved, and waits as long as this page
        stays open.
      </p>
    )}
  </>
)
