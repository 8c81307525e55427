type VersionProps = { value: number; name?: string; form?: string; 'hx-swap-oob'?: string }

/** The version that the form was filled from. `data-version`: who saves after somebody else saves on top of theirs. */
export const VersionInput = ({ value, name = 'version', ...rest }: VersionProps) => (
  <input type="hidden" name={name} value={value} {...rest} data-version="" />
)
