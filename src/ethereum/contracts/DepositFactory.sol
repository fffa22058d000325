// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {DepositForwarder} from "./DepositForwarder.sol";

/// @title Puts forwarders at deposit addresses, and sweeps them.
/// @notice The address of a salt is fixed before anything is there: `addressOf`. A salt is the id of
/// a payout or batch in UTF-8, filled up with zero bytes on the right. Anyone may call everything:
/// nothing here has an owner or holds money.
/// @dev The code depends on the treasury alone. Deployed by the deterministic deployment proxy, the
/// factory and its deposit addresses are therefore the same on every chain of the EVM.
contract DepositFactory {
    /// @notice What all forwarders delegate to.
    address public immutable implementation;

    /// @notice A forwarder could not pass its tokens on; the others were not disturbed.
    /// @param reason What the token reverted with.
    event SweepFailed(bytes32 indexed salt, address indexed forwarder, bytes reason);

    constructor(address treasury) {
        implementation = address(new DepositForwarder(treasury));
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

    /// @notice Deploys where needed, and sweeps a token from each. One that fails is told of by an
    /// event.
    function sweep(IERC20 token, bytes32[] calldata salts) external {
        for (uint256 i = 0; i < salts.length; ++i) {
            address forwarder = deploy(salts[i]);
            try DepositForwarder(forwarder).sweep(token) {} catch (bytes memory reason) {
                emit SweepFailed(salts[i], forwarder, reason);
            }
        }
    }
}
