/** Members of the account or of staff, and open invitations. */
import { Users } from "lucide-react"
import { useState } from "react"
import * as Format from "../data/Format.ts"
import { useAction, useServiceQuery } from "../data/Queries.ts"
import { type SignedIn, useSignedIn } from "../data/SignedIn.tsx"
import type { Invitation, TeamMember } from "../Generated.ts"
import { Answer, Empty, Trouble } from "../parts/Answer.tsx"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { Confirm, Dialog } from "../parts/Dialog.tsx"
import { Invite, memberRoles, roleOf, staffRoles } from "../parts/Invite.tsx"
import { type Column, Table } from "../parts/Listing.tsx"
import { PageHead, Section } from "../parts/Page.tsx"
import { Time } from "../parts/Value.tsx"
import { common as CommonWords } from "../words/common.ts"
import { team as Words } from "../words/team.ts"
import { EraseUser } from "./staff/EraseUser.tsx"
import { ResetPerson } from "./staff/ResetPerson.tsx"

const changeRole = ({ isStaff, own }: SignedIn, id: string, role: string) =>
  isStaff
    ? own.staff.team.members.update(id, { role: roleOf(staffRoles, role) })
    : own.team.members.update(id, { role: roleOf(memberRoles, role) })

const removeMember = ({ isStaff, own }: SignedIn, id: string) =>
  isStaff ? own.staff.team.members.delete(id) : own.team.members.delete(id)

const revokeInvitation = ({ isStaff, own }: SignedIn, id: string) =>
  isStaff ? own.staff.team.invitations.delete(id) : own.team.invitations.delete(id)

const approveInvitation = ({ own }: SignedIn, id: string) => own.staff.team.invitations.approve(id)

const Approve = ({ of }: { readonly of: Invitation }) => (
  <Confirm
    isSmall
    label={Words.approve.label}
    title={of.is_reset ? Words.approve.reset : Words.approve.invitation}
    act={(who) => approveInvitation(who, of.id)}
    changes={["team"]}
    done={Words.approve.done}
  >
    <p>{Words.approve.effect(of.email ?? Words.anyone, of.role)}</p>
  </Confirm>
)

const InviteToTeam = () => {
  const { isStaff, own } = useSignedIn()
  return isStaff ? (
    <Invite
      title={Words.invite.staff}
      look="primary"
      roles={staffRoles}
      usualRole="operator"
      send={(guest, sending) => own.staff.team.invitations.create(guest, sending)}
    />
  ) : (
    <Invite
      title={Words.invite.account}
      look="primary"
      roles={memberRoles}
      usualRole="developer"
      send={(guest, sending) => own.team.invitations.create(guest, sending)}
    />
  )
}

/** A confirmation, without which a chosen role does not take effect. */
const ConfirmRole = ({
  member,
  onClose,
  role
}: {
  readonly member: TeamMember
  readonly role: string
  readonly onClose: () => void
}) => {
  const { isStaff } = useSignedIn()
  const [error, setError] = useState<unknown>()
  const change = async (who: SignedIn) => {
    await changeRole(who, member.id, role)
    onClose()
  }
  const { isRunning, run } = useAction(change, {
    ...{ changes: ["team", "audit"], done: Words.changeRole.done, fail: setError }
  })
  const about: Readonly<Record<string, string>> = isStaff ? staffRoles : memberRoles
  return (
    <Dialog title={Words.changeRole.title(member.name)} onClose={onClose}>
      <div className="dialog-body">
        <p>{Words.changeRole.effect(member.name, member.email, member.role)}</p>
        <p>
          <strong>{about[role]}</strong>
        </p>
        {error !== undefined && <Trouble error={error} />}
      </div>
      <div className="dialog-foot">
        <Button onClick={onClose}>{CommonWords.goBack}</Button>
        <Button look="primary" isBusy={isRunning} onClick={() => run()}>
          {Words.changeRole.confirm(role)}
        </Button>
      </div>
    </Dialog>
  )
}

const RoleSelect = ({ member }: { readonly member: TeamMember }) => {
  const { isStaff } = useSignedIn()
  const [wanted, want] = useState<string>()
  const roles: ReadonlyArray<string> = Object.keys(isStaff ? staffRoles : memberRoles)
  return (
    <>
      <select
        className="input"
        aria-label={Words.changeRole.label(member.name)}
        value={member.role}
        onChange={(event) => want(event.target.value)}
      >
        {roles.map((role) => (
          <option key={role} value={role}>
            {Format.words(role)}
          </option>
        ))}
      </select>
      {wanted !== undefined && (
        <ConfirmRole member={member} role={wanted} onClose={() => want(undefined)} />
      )}
    </>
  )
}

const MemberActions = ({ member }: { readonly member: TeamMember }) => {
  const { isStaff, session } = useSignedIn()
  const isOneself = member.id === session.person.id
  return (
    <div className="actions">
      {isStaff && !isOneself && <ResetPerson of={member} />}
      {!isOneself && (
        <Confirm
          isSmall
          label={CommonWords.remove}
          title={Words.removeMember.title}
          act={(who) => removeMember(who, member.id)}
          changes={["team"]}
          done={Words.removeMember.done}
        >
          <p>{Words.removeMember.effect(member.name)}</p>
        </Confirm>
      )}
    </div>
  )
}

const memberColumns = (mayChange: boolean): ReadonlyArray<Column<TeamMember>> => [
  {
    head: CommonWords.name,
    kind: "main",
    cell: (each) => (
      <span>
        <strong>{each.name}</strong> {each.is_locked && <Badge status="locked" />} <br />
        <span className="faint">{each.email}</span>
      </span>
    )
  },
  {
    head: CommonWords.role,
    cell: (each) => (mayChange ? <RoleSelect member={each} /> : Format.words(each.role))
  },
  {
    head: Words.memberColumns.secondFactor,
    cell: (each) => (each.has_second_factor ? Words.secondFactor.on : Words.secondFactor.off)
  },
  {
    head: Words.memberColumns.lastSignIn,
    cell: (each) =>
      each.last_sign_in_at ? <Time at={each.last_sign_in_at} isShort /> : CommonWords.never
  },
  ...(mayChange
    ? [
        {
          head: CommonWords.actions,
          kind: "actions",
          cell: (each: TeamMember) => <MemberActions member={each} />
        } as const
      ]
    : [])
]

const invitationColumns = (mayApprove: boolean): ReadonlyArray<Column<Invitation>> => [
  {
    head: Words.invitationColumns.email,
    kind: "main",
    cell: (each) => (
      <span>
        {each.email ?? Words.anyone}
        {each.is_reset && ` (${Words.approve.isReset})`}
        {each.approvals_missing > 0 && (
          <>
            <br />
            <span className="faint">
              {Words.approve.missing(each.approvals_missing, each.approvals)}
            </span>
          </>
        )}
      </span>
    )
  },
  { head: CommonWords.role, cell: (each) => Format.words(each.role) },
  { head: Words.invitationColumns.invitedBy, cell: (each) => each.invited_by },
  { head: CommonWords.expires, cell: (each) => <Time at={each.expires_at} isShort /> },
  {
    head: CommonWords.actions,
    kind: "actions",
    cell: (each) => (
      <div className="actions">
        {mayApprove && each.approvals_missing > 0 && <Approve of={each} />}
        <Confirm
          isSmall
          label={CommonWords.revoke}
          title={Words.revokeInvitation.title}
          act={(who) => revokeInvitation(who, each.id)}
          changes={["team"]}
          done={Words.revokeInvitation.done}
        >
          <p>{Words.revokeInvitation.effect}</p>
        </Confirm>
      </div>
    )
  }
]

export default function Team() {
  const { isStaff, may } = useSignedIn()
  const team = useServiceQuery("team", [], ({ own }, options) =>
    isStaff ? own.staff.team.get(options) : own.team.get(options)
  )
  return (
    <div className="page">
      <PageHead title={isStaff ? Words.titles.staff : Words.titles.account}>
        {isStaff && may("team") && <EraseUser />}
        {may("team") && <InviteToTeam />}
      </PageHead>
      <Answer of={team}>
        {({ invitations, members }) => (
          <>
            <Section
              title={Words.members}
              about={Words.roles(Object.values(isStaff ? staffRoles : memberRoles))}
              isFlush
            >
              <Table
                caption={Words.members}
                columns={memberColumns(may("team"))}
                rows={members}
                idOf={(each) => each.id}
              />
            </Section>
            <Section title={Words.invitations} isFlush>
              {invitations.length === 0 ? (
                <Empty icon={Users} title={Words.noInvitations} />
              ) : (
                <Table
                  caption={Words.invitations}
                  columns={invitationColumns(isStaff && may("holds"))}
                  rows={invitations}
                  idOf={(each) => each.id}
                />
              )}
            </Section>
          </>
        )}
      </Answer>
    </div>
  )
}
