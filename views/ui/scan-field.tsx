type ScanFieldProps = { label: string; id: string; name: string; maxlength: number; required?: boolean }

/** What a scanner types into, as it stands: no keyboard of a phone changes or completes it. */
export const ScanField = ({ label, id, name, maxlength, required = true }: ScanFieldProps) => (
  <div className="field">
    <label htmlFor={id}>{label}</label>
    <input
      id={id}
      name={name}
      type="text"
      maxLength={maxlength}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint={required ? 'go' : 'done'}
      required={required}
    />
  </div>
)
