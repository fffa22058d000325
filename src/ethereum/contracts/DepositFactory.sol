// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {DepositForwarder} from "./DepositForwarder.sol";

/// @title Puts forwarders at deposit addresses, and sweeps them.
/// @notice The address of a salt is fixed before anything is there: `addressOf`. A salt is the id of
/// a payout or batch in UTF-8, filled up with zero bytes on the right. Anyone may call everything:
/// nothing here has an owner or holds money.
contract DepositFactory {
    /// @notice What all forwarders delegate to.
    address public immutable implementation;

    /// @notice A forwarder could not pass its USDC on; the others were not disturbed.
    /// @param reason What the token reverted with.
    event SweepFailed(bytes32 indexed salt, address indexed forwarder, bytes reason);

    constructor(IERC20 usdc, address treasury) {
        implementation = address(new DepositForwarder(usdc, treasury));
    }

    /// @notice Where the forwarder of a salt is, or will be.
    function addressOf(bytes32 salt) public view returns (address) {
        return Clones.predictDeterministicAddress(implementation, salt);
    }

    /// @notice Puts a forwarder in its place, unless it is there.
    function deploy(bytes32 salt) public returns (address forwarder) {
        forwarder = addressOf(salt);
        if (forwarder.code.length == 0) Clones.cloneDeterministic(implementation, salt);
    }

    /// @notice Deploys where needed, and sweeps each. One that fails is told of by an event.
    function sweep(bytes32[] calldata salts) external {
        for (uint256 i = 0; i < salts.length; ++i) {
            address forwarder = deploy(salts[i]);
            try DepositForwarder(forwarder).sweep() {} catch (bytes memory reason) {
                emit SweepFailed(salts[i], forwarder, reason);
            }
        }
    }
}
