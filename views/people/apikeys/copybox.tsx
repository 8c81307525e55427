import { Button } from '#views/ui/button.tsx'

type CopyBoxProps = {
  label: string
  value: string
  autoFocus?: boolean
}

export const CopyBox = ({ label, value, autoFocus }: CopyBoxProps) => (
  <span className="copybox">
    <input readOnly value={value} aria-label={label} data-selects="" spellCheck={false} />
    <Button icon="copy" data-copy="" autoFocus={autoFocus}>
      Copy
    </Button>
  </span>
)
