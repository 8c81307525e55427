import { Button } from '#views/ui/button.tsx'

export const CopyBox = ({ label, value }: { label: string; value: string }) => (
  <span className="copybox">
    <input readOnly value={value} aria-label={label} data-selects="" spellCheck={false} />
    <Button icon="copy" data-copy="">
      Copy
    </Button>
  </span>
)
