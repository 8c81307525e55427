import { LinkButton } from '#views/ui/button.tsx'
import { dialogLink } from '#views/ui/links.ts'

export const SignLink = ({ jobid, reference }: { jobid: string; reference: string }) => (
  <LinkButton
    icon="pencil"
    aria-label={`Have the client sign for ${reference}`}
    {...dialogLink(`/mywork/jobs/${jobid}/signoff`)}
  >
    Have the client sign
  </LinkButton>
)
