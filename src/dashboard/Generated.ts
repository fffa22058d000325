/**
 * Every type and operation of the API, written from its definition by `npm run generate`: a
 * change here is lost.
 */
import type { Call } from "../client/Call.ts"
import type { Delivery, Event_1, Scope } from "../client/Generated.ts"
import type { Page } from "../client/Paging.ts"
import { type CallOptions, path, type Request } from "../client/Transport.ts"

export type Role = "owner" | "developer" | "payer" | "viewer" | "admin" | "compliance" | "operator"

export interface EndpointFigures {
  readonly endpoint_id: string
  readonly delivered: number
  readonly failed: number
  readonly pending: number
  readonly last_success_at: string | null
  readonly attempts: ReadonlyArray<{
    readonly at: string
    readonly status_code: number | null
    readonly error: string | null
  }>
  readonly failing_since: string | null
}

export interface StaffEvent {
  readonly account_id: string
  readonly event: Event_1
}

export interface NetworkFigures {
  readonly network: string
  readonly settled: number
  readonly failed: number
  readonly refused: number
  readonly waiting: number
  readonly success_rate: number | null
  readonly median_seconds: number | null
}

export interface Health {
  readonly service: {
    readonly version: string
    readonly host: string
    readonly started_at: string
  }
  readonly log: {
    readonly seq: number
    readonly epoch: number
    readonly is_writable: boolean
    readonly behind: number
  }
  readonly payouts: {
    readonly active: number
    readonly held: number
    readonly in_review: number
  }
  readonly webhooks: {
    readonly pending: number
    readonly oldest_due_at: string | null
  }
  readonly chain: {
    readonly chain_id: number | null
    readonly latest_block: number | null
    readonly final_block: number | null
    readonly head_at: string | null
    readonly final_at: string | null
    readonly nodes_answering: number | null
    readonly nodes: number | null
    readonly unfinal_deposits: number
  }
  readonly networks: ReadonlyArray<{
    readonly network: string
    readonly currency: "UGX" | "KES" | "NGN" | "GHS" | "TZS"
    readonly provider: string | null
    readonly status: "operational" | "degraded" | "down"
    readonly breaker: "closed" | "probing" | "open" | null
    readonly rate_at: string | null
  }>
}

export interface Stats {
  readonly days: ReadonlyArray<{
    readonly day: string
    readonly created: number
    readonly settled: number
    readonly failed: number
    readonly volume_usdc: number
    readonly median_seconds: number | null
    readonly p95_seconds: number | null
  }>
  readonly states: ReadonlyArray<{
    readonly status:
      | "CREATED"
      | "AWAITING_FUNDS"
      | "STABLECOIN_RECEIVED"
      | "COMPLIANCE_HOLD"
      | "PAYOUT_INITIATED"
      | "PAYOUT_CONFIRMED"
      | "SETTLED"
      | "FAILED"
      | "REVERSED"
      | "MANUAL_REVIEW"
    readonly count: number
  }>
  readonly totals: {
    readonly created: number
    readonly settled: number
    readonly failed: number
    readonly volume_usdc: number
    readonly success_rate: number | null
    readonly median_seconds: number | null
    readonly p95_seconds: number | null
  }
  readonly webhooks: {
    readonly hours: ReadonlyArray<{
      readonly hour: string
      readonly delivered: number
      readonly pending: number
      readonly failed: number
    }>
  }
}

export interface Notices {
  readonly incidents: boolean
  readonly is_mail_set_up: boolean
}

export interface AccountEndpoint {
  readonly id: string
  readonly url: string
  readonly is_active: boolean
  readonly disabled_reason: string | null
  readonly failing_since: string | null
}

export interface KycDecision {
  readonly status: "PENDING" | "APPROVED" | "REJECTED"
  readonly at: string
  readonly actor: {
    readonly id: string
    readonly kind: "person" | "api_key"
    readonly name: string
  }
  readonly reason: string | null
}

export interface AccountFigures {
  readonly account_id: string
  readonly settled: number
  readonly volume_usdc: number
  readonly last_payout: {
    readonly id: string
    readonly created_at: string
  } | null
}

/** The only time `link` is shown: it works once */
export interface InvitationWithLink {
  readonly id: string
  readonly email: string | null
  readonly role: Role
  readonly invited_by: string
  readonly created_at: string
  readonly expires_at: string
  readonly is_reset: boolean
  readonly approvals: ReadonlyArray<string>
  readonly approvals_missing: number
  readonly link: string | null
}

export interface Team {
  readonly members: ReadonlyArray<TeamMember>
  readonly invitations: ReadonlyArray<Invitation>
}

export interface Invitation {
  readonly id: string
  readonly email: string | null
  readonly role: Role
  readonly invited_by: string
  readonly created_at: string
  readonly expires_at: string
  readonly is_reset: boolean
  readonly approvals: ReadonlyArray<string>
  readonly approvals_missing: number
}

export interface TeamMember {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly has_second_factor: boolean
  readonly is_locked: boolean
  readonly joined_at: string
  readonly last_sign_in_at: string | null
}

/** The only time `key` is shown */
export interface OwnKeyWithSecret {
  readonly id: string
  readonly name: string
  readonly scope: Scope
  readonly last4: string
  readonly created_at: string
  /** Time at which the key expires. `null` if it never expires. */
  readonly expires_at: string | null
  /**
   * Addresses and ranges (CIDR) from which the key works. `null` if it works from
   * everywhere.
   */
  readonly allowed_ips: ReadonlyArray<string> | null
  readonly key: string | null
}

export interface OwnKey {
  readonly id: string
  readonly name: string
  readonly scope: Scope
  readonly last4: string
  readonly created_at: string
  /** Time at which the key expires. `null` if it never expires. */
  readonly expires_at: string | null
  /**
   * Addresses and ranges (CIDR) from which the key works. `null` if it works from
   * everywhere.
   */
  readonly allowed_ips: ReadonlyArray<string> | null
  readonly revoked_at: string | null
  /** Time of the last request with the key. `null` if none is known. */
  readonly last_used_at: string | null
}

export interface OpenSession {
  readonly id: string
  readonly is_current: boolean
  readonly address: string | null
  readonly agent: string | null
  readonly created_at: string
  readonly expires_at: string
}

export interface Passkey {
  readonly id: string
  readonly name: string
  readonly created_at: string
  readonly last_used_at: string | null
}

export interface PasskeyRequest {
  readonly options: { readonly [name: string]: unknown }
}

export interface SecondFactors {
  readonly has_authenticator: boolean
  readonly passkeys: ReadonlyArray<Passkey>
}

export interface Session {
  readonly person: {
    readonly id: string
    readonly name: string
    readonly email: string
    readonly has_second_factor: boolean
  }
  readonly grants: ReadonlyArray<Grant>
  readonly environment: "sandbox" | "production"
  readonly refunds: "simulated" | "manual"
  readonly support_url: string | null
  readonly expires_at: string
}

export interface Grant {
  readonly account_id: string | null
  readonly account_name: string | null
  readonly role: Role
}

export interface SignInOutcome {
  readonly next: "done" | "code"
  readonly factors?: ReadonlyArray<"authenticator" | "passkey">
}

export interface OpenInvitation {
  readonly email: string | null
  readonly grants: ReadonlyArray<Grant>
  readonly expires_at: string
  readonly is_known: boolean
}

export interface SignInBody {
  readonly email: string
  readonly password: string
}

export interface SignInCodeBody {
  readonly code: string
  readonly is_recovery_code?: boolean | null | undefined
}

export interface AskPasskeyBody {
  readonly is_second_step: boolean
}

export interface SignInPasskeyBody {
  readonly credential: {
    readonly id: string
    readonly client_data: string
    readonly authenticator_data: string
    readonly signature: string
    readonly user_handle?: string | null | undefined
  }
}

export interface OpenInvitationBody {
  readonly token: string
}

export interface AcceptInvitationBody {
  readonly token: string
  readonly email?: string | null | undefined
  readonly name?: string | null | undefined
  readonly password?: string | null | undefined
}

export interface ProveSessionBody {
  readonly password?: string | null | undefined
  readonly code?: string | null | undefined
  readonly credential?:
    | {
        readonly id: string
        readonly client_data: string
        readonly authenticator_data: string
        readonly signature: string
        readonly user_handle?: string | null | undefined
      }
    | null
    | undefined
}

export interface ProveSessionResult {
  readonly done: true
}

export interface StartTotpBody {
  readonly password: string
}

export interface StartTotpResult {
  readonly uri: string
  readonly secret: string
  readonly recovery_codes: ReadonlyArray<string>
}

export interface ConfirmTotpBody {
  readonly code: string
}

export interface ConfirmTotpResult {
  readonly done: true
}

export interface DisableTotpBody {
  readonly password: string
}

export interface DisableTotpResult {
  readonly done: true
}

export interface StartPasskeyBody {
  readonly password: string
}

export interface AddPasskeyBody {
  readonly name: string
  readonly credential: {
    readonly id: string
    readonly client_data: string
    readonly attestation: string
    readonly transports: ReadonlyArray<string>
  }
}

export interface RemovePasskeyBody {
  readonly password: string
}

export interface RemovePasskeyResult {
  readonly done: true
}

export interface RenewRecoveryCodesBody {
  readonly password: string
}

export interface RenewRecoveryCodesResult {
  readonly recovery_codes: ReadonlyArray<string>
}

export interface ChangePasswordBody {
  readonly current_password: string
  readonly new_password: string
}

export interface ChangePasswordResult {
  readonly done: true
}

export interface ListSessionsResult {
  readonly data: ReadonlyArray<OpenSession>
}

export interface EndSessionResult {
  readonly done: true
}

export interface ListOwnKeysResult {
  readonly data: ReadonlyArray<OwnKey>
}

export interface CreateOwnKeyBody {
  readonly name: string
  readonly scope: Scope
  readonly expires_at?: string | null | undefined
  readonly allowed_ips?: ReadonlyArray<string> | null | undefined
  readonly idempotency_key?: string | null | undefined
}

export interface RotateOwnKeyBody {
  readonly overlap_hours?: number | null | undefined
  readonly idempotency_key?: string | null | undefined
}

export interface RevokeOwnKeyResult {
  readonly id: string
  readonly deleted: true
}

export interface CreateInvitationBody {
  readonly email: string
  readonly role: "owner" | "developer" | "payer" | "viewer"
  readonly idempotency_key?: string | null | undefined
}

export interface RevokeInvitationResult {
  readonly id: string
  readonly deleted: true
}

export interface ChangeRoleBody {
  readonly role: "owner" | "developer" | "payer" | "viewer"
}

export interface RemoveMemberResult {
  readonly id: string
  readonly deleted: true
}

export interface InviteStaffBody {
  readonly email: string
  readonly role: "admin" | "compliance" | "operator"
  readonly idempotency_key?: string | null | undefined
}

export interface RevokeStaffInvitationResult {
  readonly id: string
  readonly deleted: true
}

export interface ChangeStaffRoleBody {
  readonly role: "admin" | "compliance" | "operator"
}

export interface RemoveStaffResult {
  readonly id: string
  readonly deleted: true
}

export interface InviteOwnerBody {
  readonly email: string
  readonly role: "owner" | "developer" | "payer" | "viewer"
  readonly idempotency_key?: string | null | undefined
}

export interface ResetPersonBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  readonly idempotency_key?: string | null | undefined
}

export interface EraseUserBody {
  readonly email: string
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  readonly idempotency_key?: string | null | undefined
}

export interface EraseUserResult {
  readonly id: string | null
  readonly status: "erased"
  readonly erased_at: string
}

export interface AccountFiguresQuery {
  readonly ids: string
}

export interface AccountFiguresResult {
  readonly data: ReadonlyArray<AccountFigures>
}

export interface KycDecisionResult {
  readonly decision: KycDecision | null
}

export interface AccountEndpointsResult {
  readonly data: ReadonlyArray<AccountEndpoint>
}

export interface ChooseNoticesBody {
  readonly incidents: boolean
}

export interface GetStatsQuery {
  readonly days?: string | undefined
}

export interface GetAllStatsQuery {
  readonly days?: string | undefined
}

export interface NetworkFiguresResult {
  readonly data: ReadonlyArray<NetworkFigures>
}

export interface PayoutDeliveriesQuery {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

export interface EventDeliveriesQuery {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

export interface StaffPayoutEventsQuery {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

export interface EndpointFiguresResult {
  readonly data: ReadonlyArray<EndpointFigures>
}

/** Every operation; a subclass sends it. */
export abstract class Operations {
  protected abstract call<A>(request: Request, options?: CallOptions): Call<A>
  /** Every item of a list, page by page. */
  protected abstract all<A>(
    request: Request,
    idOf: (item: A) => unknown,
    options?: CallOptions
  ): AsyncGenerator<A, void, undefined>

  readonly access = {
    /**
     * Sign in with e-mail address and password
     * POST /dashboard/api/sign-in
     */
    signIn: (body: SignInBody, options?: CallOptions) =>
      this.call<SignInOutcome>(
        { method: "POST", path: path`/dashboard/api/sign-in`, body },
        options
      ),
    /**
     * End this session
     * POST /dashboard/api/sign-out
     */
    signOut: (options?: CallOptions) =>
      this.call<SignInOutcome>({ method: "POST", path: path`/dashboard/api/sign-out` }, options),
    /**
     * Get an invitation
     * POST /dashboard/api/invitation
     */
    openInvitation: (body: OpenInvitationBody, options?: CallOptions) =>
      this.call<OpenInvitation>(
        { method: "POST", path: path`/dashboard/api/invitation`, body },
        options
      ),
    /**
     * Begin to set up an authenticator app
     * POST /dashboard/api/totp
     */
    startTotp: (body: StartTotpBody, options?: CallOptions) =>
      this.call<StartTotpResult>(
        { method: "POST", path: path`/dashboard/api/totp`, body },
        options
      ),
    /**
     * Add a passkey
     * POST /dashboard/api/passkeys
     */
    addPasskey: (body: AddPasskeyBody, options?: CallOptions) =>
      this.call<Passkey>({ method: "POST", path: path`/dashboard/api/passkeys`, body }, options),
    /**
     * Create new recovery codes
     * POST /dashboard/api/recovery-codes
     */
    renewRecoveryCodes: (body: RenewRecoveryCodesBody, options?: CallOptions) =>
      this.call<RenewRecoveryCodesResult>(
        { method: "POST", path: path`/dashboard/api/recovery-codes`, body },
        options
      ),
    /**
     * Change the password and end all other sessions
     * POST /dashboard/api/password
     */
    changePassword: (body: ChangePasswordBody, options?: CallOptions) =>
      this.call<ChangePasswordResult>(
        { method: "POST", path: path`/dashboard/api/password`, body },
        options
      )
  }

  readonly signIn = {
    /**
     * Complete a sign-in with a code
     * POST /dashboard/api/sign-in/code
     */
    code: (body: SignInCodeBody, options?: CallOptions) =>
      this.call<SignInOutcome>(
        { method: "POST", path: path`/dashboard/api/sign-in/code`, body },
        options
      ),
    /**
     * Begin to sign in with a passkey
     * POST /dashboard/api/sign-in/passkey-options
     */
    passkeyOptions: (body: AskPasskeyBody, options?: CallOptions) =>
      this.call<PasskeyRequest>(
        { method: "POST", path: path`/dashboard/api/sign-in/passkey-options`, body },
        options
      ),
    /**
     * Sign in with a passkey
     * POST /dashboard/api/sign-in/passkey
     */
    passkey: (body: SignInPasskeyBody, options?: CallOptions) =>
      this.call<SignInOutcome>(
        { method: "POST", path: path`/dashboard/api/sign-in/passkey`, body },
        options
      )
  }

  readonly invitation = {
    /**
     * Accept an invitation
     * POST /dashboard/api/invitation/accept
     */
    accept: (body: AcceptInvitationBody, options?: CallOptions) =>
      this.call<SignInOutcome>(
        { method: "POST", path: path`/dashboard/api/invitation/accept`, body },
        options
      )
  }

  readonly session = {
    /**
     * Get the signed-in user and their permissions
     * GET /dashboard/api/session
     */
    get: (options?: CallOptions) =>
      this.call<Session>({ method: "GET", path: path`/dashboard/api/session` }, options),
    /**
     * Begin to confirm the user with a passkey
     * POST /dashboard/api/session/proof-options
     */
    proofOptions: (options?: CallOptions) =>
      this.call<PasskeyRequest>(
        { method: "POST", path: path`/dashboard/api/session/proof-options` },
        options
      ),
    /**
     * Confirm the user, for operations that need a recent proof
     * POST /dashboard/api/session/proof
     */
    proof: (body?: ProveSessionBody, options?: CallOptions) =>
      this.call<ProveSessionResult>(
        { method: "POST", path: path`/dashboard/api/session/proof`, body },
        options
      )
  }

  readonly totp = {
    /**
     * Confirm the authenticator app with one of its codes
     * POST /dashboard/api/totp/confirm
     */
    confirm: (body: ConfirmTotpBody, options?: CallOptions) =>
      this.call<ConfirmTotpResult>(
        { method: "POST", path: path`/dashboard/api/totp/confirm`, body },
        options
      ),
    /**
     * Remove the authenticator app
     * POST /dashboard/api/totp/disable
     */
    disable: (body: DisableTotpBody, options?: CallOptions) =>
      this.call<DisableTotpResult>(
        { method: "POST", path: path`/dashboard/api/totp/disable`, body },
        options
      )
  }

  readonly secondFactors = {
    /**
     * List your second factors
     * GET /dashboard/api/second-factors
     */
    get: (options?: CallOptions) =>
      this.call<SecondFactors>(
        { method: "GET", path: path`/dashboard/api/second-factors` },
        options
      )
  }

  readonly passkeys = {
    /**
     * Begin to add a passkey
     * POST /dashboard/api/passkeys/options
     */
    options: (body: StartPasskeyBody, options?: CallOptions) =>
      this.call<PasskeyRequest>(
        { method: "POST", path: path`/dashboard/api/passkeys/options`, body },
        options
      ),
    /**
     * Remove a passkey
     * POST /dashboard/api/passkeys/{id}/remove
     */
    remove: (id: string, body: RemovePasskeyBody, options?: CallOptions) =>
      this.call<RemovePasskeyResult>(
        { method: "POST", path: path`/dashboard/api/passkeys/${id}/remove`, body },
        options
      )
  }

  readonly sessions = {
    /**
     * List your sessions
     * GET /dashboard/api/sessions
     */
    get: (options?: CallOptions) =>
      this.call<ListSessionsResult>(
        { method: "GET", path: path`/dashboard/api/sessions` },
        options
      ),
    /**
     * End one of your sessions
     * DELETE /dashboard/api/sessions/{id}
     */
    delete: (id: string, options?: CallOptions) =>
      this.call<EndSessionResult>(
        { method: "DELETE", path: path`/dashboard/api/sessions/${id}` },
        options
      )
  }

  readonly apiKeys = {
    /**
     * List API keys
     * GET /dashboard/api/api-keys
     */
    get: (options?: CallOptions) =>
      this.call<ListOwnKeysResult>({ method: "GET", path: path`/dashboard/api/api-keys` }, options),
    /**
     * Issue an API key
     * POST /dashboard/api/api-keys
     */
    create: (body: CreateOwnKeyBody, options?: CallOptions) =>
      this.call<OwnKeyWithSecret>(
        { method: "POST", path: path`/dashboard/api/api-keys`, body },
        options
      ),
    /**
     * Rotate an API key
     * POST /dashboard/api/api-keys/{id}/rotate
     */
    rotate: (id: string, body?: RotateOwnKeyBody, options?: CallOptions) =>
      this.call<OwnKeyWithSecret>(
        { method: "POST", path: path`/dashboard/api/api-keys/${id}/rotate`, body },
        options
      ),
    /**
     * Revoke an API key
     * DELETE /dashboard/api/api-keys/{id}
     */
    delete: (id: string, options?: CallOptions) =>
      this.call<RevokeOwnKeyResult>(
        { method: "DELETE", path: path`/dashboard/api/api-keys/${id}` },
        options
      )
  }

  readonly team = {
    /**
     * List the team and its invitations
     * GET /dashboard/api/team
     */
    get: (options?: CallOptions) =>
      this.call<Team>({ method: "GET", path: path`/dashboard/api/team` }, options),
    invitations: {
      /**
       * Invite a user to the team
       * POST /dashboard/api/team/invitations
       */
      create: (body: CreateInvitationBody, options?: CallOptions) =>
        this.call<InvitationWithLink>(
          { method: "POST", path: path`/dashboard/api/team/invitations`, body },
          options
        ),
      /**
       * Revoke an invitation
       * DELETE /dashboard/api/team/invitations/{id}
       */
      delete: (id: string, options?: CallOptions) =>
        this.call<RevokeInvitationResult>(
          { method: "DELETE", path: path`/dashboard/api/team/invitations/${id}` },
          options
        )
    },
    members: {
      /**
       * Change the role of a member
       * PATCH /dashboard/api/team/members/{id}
       */
      update: (id: string, body: ChangeRoleBody, options?: CallOptions) =>
        this.call<TeamMember>(
          { method: "PATCH", path: path`/dashboard/api/team/members/${id}`, body },
          options
        ),
      /**
       * Remove a member
       * DELETE /dashboard/api/team/members/{id}
       */
      delete: (id: string, options?: CallOptions) =>
        this.call<RemoveMemberResult>(
          { method: "DELETE", path: path`/dashboard/api/team/members/${id}` },
          options
        )
    }
  }

  readonly staff = {
    team: {
      /**
       * List the staff and their invitations
       * GET /dashboard/api/staff/team
       */
      get: (options?: CallOptions) =>
        this.call<Team>({ method: "GET", path: path`/dashboard/api/staff/team` }, options),
      invitations: {
        /**
         * Invite a user to the staff
         * POST /dashboard/api/staff/team/invitations
         */
        create: (body: InviteStaffBody, options?: CallOptions) =>
          this.call<InvitationWithLink>(
            { method: "POST", path: path`/dashboard/api/staff/team/invitations`, body },
            options
          ),
        /**
         * Approve an invitation or a reset of staff
         * POST /dashboard/api/staff/team/invitations/{id}/approve
         */
        approve: (id: string, options?: CallOptions) =>
          this.call<Invitation>(
            { method: "POST", path: path`/dashboard/api/staff/team/invitations/${id}/approve` },
            options
          ),
        /**
         * Revoke an invitation to the staff
         * DELETE /dashboard/api/staff/team/invitations/{id}
         */
        delete: (id: string, options?: CallOptions) =>
          this.call<RevokeStaffInvitationResult>(
            { method: "DELETE", path: path`/dashboard/api/staff/team/invitations/${id}` },
            options
          )
      },
      members: {
        /**
         * Change the role of a member of the staff
         * PATCH /dashboard/api/staff/team/members/{id}
         */
        update: (id: string, body: ChangeStaffRoleBody, options?: CallOptions) =>
          this.call<TeamMember>(
            { method: "PATCH", path: path`/dashboard/api/staff/team/members/${id}`, body },
            options
          ),
        /**
         * Remove a member of the staff
         * DELETE /dashboard/api/staff/team/members/{id}
         */
        delete: (id: string, options?: CallOptions) =>
          this.call<RemoveStaffResult>(
            { method: "DELETE", path: path`/dashboard/api/staff/team/members/${id}` },
            options
          )
      }
    },
    accounts: {
      /**
       * Invite a user to a customer's team
       * POST /dashboard/api/staff/accounts/{id}/invitations
       */
      invitations: (id: string, body: InviteOwnerBody, options?: CallOptions) =>
        this.call<InvitationWithLink>(
          { method: "POST", path: path`/dashboard/api/staff/accounts/${id}/invitations`, body },
          options
        ),
      team: {
        /**
         * List the team of a customer's account
         * GET /dashboard/api/staff/accounts/{id}/team
         */
        get: (id: string, options?: CallOptions) =>
          this.call<Team>(
            { method: "GET", path: path`/dashboard/api/staff/accounts/${id}/team` },
            options
          )
      },
      kycDecision: {
        /**
         * Get the latest KYC decision of an account
         * GET /dashboard/api/staff/accounts/{id}/kyc-decision
         */
        get: (id: string, options?: CallOptions) =>
          this.call<KycDecisionResult>(
            { method: "GET", path: path`/dashboard/api/staff/accounts/${id}/kyc-decision` },
            options
          )
      },
      endpoints: {
        /**
         * List webhook endpoints of an account
         * GET /dashboard/api/staff/accounts/{id}/endpoints
         */
        get: (id: string, options?: CallOptions) =>
          this.call<AccountEndpointsResult>(
            { method: "GET", path: path`/dashboard/api/staff/accounts/${id}/endpoints` },
            options
          )
      }
    },
    people: {
      /**
       * Create a reset link for a user
       * POST /dashboard/api/staff/people/{id}/reset
       */
      reset: (id: string, body: ResetPersonBody, options?: CallOptions) =>
        this.call<InvitationWithLink>(
          { method: "POST", path: path`/dashboard/api/staff/people/${id}/reset`, body },
          options
        ),
      /**
       * Erase a user's name, e-mail address and sign-in
       * Erases a user who is a member of no team any more, or the address of a person who was
       * only invited. Name and address read `erased` afterwards, also in the audit log. The id
       * stays.
       * POST /dashboard/api/staff/people/erase
       */
      erase: (body: EraseUserBody, options?: CallOptions) =>
        this.call<EraseUserResult>(
          { method: "POST", path: path`/dashboard/api/staff/people/erase`, body },
          options
        )
    },
    accountFigures: {
      /**
       * Get account figures of the last 30 days
       * GET /dashboard/api/staff/account-figures
       */
      get: (query: AccountFiguresQuery, options?: CallOptions) =>
        this.call<AccountFiguresResult>(
          { method: "GET", path: path`/dashboard/api/staff/account-figures`, query: { ...query } },
          options
        )
    },
    noticeChoice: {
      /**
       * Get your choice of e-mails about incidents
       * GET /dashboard/api/staff/notice-choice
       */
      get: (options?: CallOptions) =>
        this.call<Notices>(
          { method: "GET", path: path`/dashboard/api/staff/notice-choice` },
          options
        ),
      /**
       * Choose whether you get e-mails about incidents
       * PATCH /dashboard/api/staff/notice-choice
       */
      update: (body: ChooseNoticesBody, options?: CallOptions) =>
        this.call<Notices>(
          { method: "PATCH", path: path`/dashboard/api/staff/notice-choice`, body },
          options
        )
    },
    stats: {
      /**
       * Get figures of all accounts
       * GET /dashboard/api/staff/stats
       */
      get: (query?: GetAllStatsQuery, options?: CallOptions) =>
        this.call<Stats>(
          { method: "GET", path: path`/dashboard/api/staff/stats`, query: { ...query } },
          options
        )
    },
    health: {
      /**
       * Get the health of the engine, the chain and the providers
       * GET /dashboard/api/staff/health
       */
      get: (options?: CallOptions) =>
        this.call<Health>({ method: "GET", path: path`/dashboard/api/staff/health` }, options)
    },
    networkFigures: {
      /**
       * Get network figures of the last 24 hours
       * GET /dashboard/api/staff/network-figures
       */
      get: (options?: CallOptions) =>
        this.call<NetworkFiguresResult>(
          { method: "GET", path: path`/dashboard/api/staff/network-figures` },
          options
        )
    },
    payouts: {
      events: {
        /**
         * List events of any payout, newest first
         * GET /dashboard/api/staff/payouts/{id}/events
         */
        list: (id: string, query?: StaffPayoutEventsQuery, options?: CallOptions) =>
          this.call<Page<Event_1>>(
            {
              method: "GET",
              path: path`/dashboard/api/staff/payouts/${id}/events`,
              query: { ...query }
            },
            options
          ),
        /**
         * List events of any payout, newest first
         * GET /dashboard/api/staff/payouts/{id}/events, page by page
         */
        all: (id: string, query?: StaffPayoutEventsQuery, options?: CallOptions) =>
          this.all<Event_1>(
            {
              method: "GET",
              path: path`/dashboard/api/staff/payouts/${id}/events`,
              query: { ...query }
            },
            (each) => each.id,
            options
          )
      }
    },
    events: {
      /**
       * Get an event of any account
       * GET /dashboard/api/staff/events/{id}
       */
      get: (id: string, options?: CallOptions) =>
        this.call<StaffEvent>(
          { method: "GET", path: path`/dashboard/api/staff/events/${id}` },
          options
        )
    }
  }

  readonly stats = {
    /**
     * Get figures of an account
     * GET /dashboard/api/stats
     */
    get: (query?: GetStatsQuery, options?: CallOptions) =>
      this.call<Stats>(
        { method: "GET", path: path`/dashboard/api/stats`, query: { ...query } },
        options
      )
  }

  readonly payouts = {
    deliveries: {
      /**
       * List deliveries of a payout's events, newest first
       * GET /dashboard/api/payouts/{id}/deliveries
       */
      list: (id: string, query?: PayoutDeliveriesQuery, options?: CallOptions) =>
        this.call<Page<Delivery>>(
          {
            method: "GET",
            path: path`/dashboard/api/payouts/${id}/deliveries`,
            query: { ...query }
          },
          options
        ),
      /**
       * List deliveries of a payout's events, newest first
       * GET /dashboard/api/payouts/{id}/deliveries, page by page
       */
      all: (id: string, query?: PayoutDeliveriesQuery, options?: CallOptions) =>
        this.all<Delivery>(
          {
            method: "GET",
            path: path`/dashboard/api/payouts/${id}/deliveries`,
            query: { ...query }
          },
          (each) => each.id,
          options
        )
    }
  }

  readonly events = {
    deliveries: {
      /**
       * List deliveries of an event, one per endpoint
       * GET /dashboard/api/events/{id}/deliveries
       */
      list: (id: string, query?: EventDeliveriesQuery, options?: CallOptions) =>
        this.call<Page<Delivery>>(
          {
            method: "GET",
            path: path`/dashboard/api/events/${id}/deliveries`,
            query: { ...query }
          },
          options
        ),
      /**
       * List deliveries of an event, one per endpoint
       * GET /dashboard/api/events/{id}/deliveries, page by page
       */
      all: (id: string, query?: EventDeliveriesQuery, options?: CallOptions) =>
        this.all<Delivery>(
          {
            method: "GET",
            path: path`/dashboard/api/events/${id}/deliveries`,
            query: { ...query }
          },
          (each) => each.id,
          options
        )
    }
  }

  readonly webhooks = {
    figures: {
      /**
       * Get figures of the webhook endpoints
       * GET /dashboard/api/webhooks/figures
       */
      get: (options?: CallOptions) =>
        this.call<EndpointFiguresResult>(
          { method: "GET", path: path`/dashboard/api/webhooks/figures` },
          options
        )
    }
  }
}
