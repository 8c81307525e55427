/** What of a job a device has, as long as there is no network. `links`: to pages of it stand below. */
export const OpenedBefore = ({ links }: { links: boolean }) => (
  <p className="hint whileoffline">
    {links &&
      'Without a network, the job, its parts used and its picking list open only where this device has opened each of them before, and parts used are not saved. '}
    Photos and files do not open{links ? '' : ' without a network'}.
  </p>
)
