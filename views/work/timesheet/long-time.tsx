import { Checkbox } from '#views/ui/inputs.tsx'

/** Seen once the time that was typed is asked about. */
export const LongTimeTick = ({ id }: { id: string }) => (
  <div className="longtime">
    <Checkbox id={id} label="Yes, it was that long" name="long" />
  </div>
)
