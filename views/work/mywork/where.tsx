import { MapLink, TelLink } from '#views/ui/reach-links.tsx'
import type { StepPlace } from './types.ts'

export const StepWhere = ({
  place: { client, location, address, contactname, contactnumber },
}: {
  place: StepPlace
}) => (
  <>
    <p className="where">{[client, location !== client && location].filter(Boolean).join(' · ')}</p>
    {contactnumber && (
      <p className="where">
        {contactname !== client && contactname !== location && contactname} <TelLink number={contactnumber} />
      </p>
    )}
    {address && (
      <p className="where">
        <MapLink address={address} />
      </p>
    )}
  </>
)
