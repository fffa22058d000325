// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title What lives at a deposit address: it passes tokens on to the treasury, and no more.
/// @notice Anyone may call `sweep`; only the treasury ever receives. There is no owner, no approval,
/// no call that someone chooses and no upgrade. Ether sent here can never leave.
/// @dev Used behind EIP-1167 clones. The immutable is part of the implementation's code, so the
/// clones share it and have no storage. A token that calls back finds nothing that it could change:
/// the only call that a clone makes sends a token's own balance to the treasury.
contract DepositForwarder {
    using SafeERC20 for IERC20;

    /// @notice The one address that tokens move to.
    address public immutable treasury;

    /// @dev An address of nobody would lose everything.
    error NoTreasury();

    constructor(address treasury_) {
        if (treasury_ == address(0)) revert NoTreasury();
        treasury = treasury_;
    }

    /// @notice Sends the whole balance of a token to the treasury.
    function sweep(IERC20 token) external {
        uint256 amount = token.balanceOf(address(this));
        if (amount != 0) token.safeTransfer(treasury, amount);
    }
}
