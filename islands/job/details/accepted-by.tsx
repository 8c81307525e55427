import type { RefObject } from 'react'
import { jobFields } from '#server/domains/work/jobs/fields.ts'

type AcceptedByProps = { input: RefObject<HTMLInputElement | null>; onEnter: () => void }

/** Asked beside Approve; nobody has to answer. */
export const AcceptedBy = ({ input, onEnter }: AcceptedByProps) => (
  <label className="acceptedby">
    Accepted by
    <input
      ref={input}
      type="text"
      autoComplete="off"
      placeholder="Optional"
      maxLength={jobFields.acceptedby.max}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter()
      }}
    />
  </label>
)
