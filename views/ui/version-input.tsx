type VersionProps = { value: number; name?: string; form?: string }

/** The version that the form was filled from. `data-version`: who saves after somebody else saves on top of theirs. */
export const VersionInput = ({ value, name = 'version', form }: VersionProps) => (
  <input type="hidden" name={name} value={value} form={form} data-version="" />
)
