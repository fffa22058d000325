// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title What lives at a deposit address: it passes its USDC on to the treasury, and no more.
/// @notice Anyone may call `sweep`; only the treasury ever receives. There is no owner, no approval,
/// no call that someone chooses and no upgrade. Ether and other tokens sent here can never leave.
/// @dev Used behind EIP-1167 clones. Both immutables are part of the implementation's code, so the
/// clones share them and have no storage.
contract DepositForwarder {
    using SafeERC20 for IERC20;

    /// @notice The one token that moves.
    IERC20 public immutable usdc;

    /// @notice The one address it moves to.
    address public immutable treasury;

    /// @dev An address of nobody would lose everything.
    error NoTreasury();

    constructor(IERC20 usdc_, address treasury_) {
        if (treasury_ == address(0)) revert NoTreasury();
        usdc = usdc_;
        treasury = treasury_;
    }

    /// @notice Sends the whole USDC balance to the treasury.
    function sweep() external {
        uint256 amount = usdc.balanceOf(address(this));
        if (amount != 0) usdc.safeTransfer(treasury, amount);
    }
}
