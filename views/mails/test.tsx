export const TestMail = ({ host }: { host: string }) => (
  <>
    <h1>Your mail settings work</h1>
    <p>This mail went out over {host}. Estimates, invoices and invitations will go the same way.</p>
  </>
)
