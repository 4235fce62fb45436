<?php
declare(strict_types=1);

namespace Mynd\Stubs;

use PhpParser\Node\Expr\FuncCall;
use PhpParser\Node\Expr\MethodCall;
use PHPStan\Analyser\Scope;
use PHPStan\Reflection\FunctionReflection;
use PHPStan\Reflection\MethodReflection;
use PHPStan\Reflection\ParametersAcceptorSelector;
use PHPStan\Type\BooleanType;
use PHPStan\Type\DynamicFunctionReturnTypeExtension;
use PHPStan\Type\DynamicMethodReturnTypeExtension;
use PHPStan\Type\Type;
use PHPStan\Type\TypeCombinator;

/**
 * What exceptions.php says, for PHPStan, which has stubs of its own for these classes: no call answers true
 * or false.
 */
final class ErrorsAreExceptions implements DynamicMethodReturnTypeExtension, DynamicFunctionReturnTypeExtension
{
	private const METHODS = [
		'mysqli' => ['query', 'execute_query', 'prepare', 'store_result', 'use_result', 'reap_async_query'],
		'mysqli_stmt' => ['get_result', 'result_metadata'],
		'mysqli_result' => ['fetch_row', 'fetch_assoc', 'fetch_array', 'fetch_object'],
		'PDO' => ['query', 'prepare'],
	];
	private const FUNCTIONS = ['mysqli_init', 'mysqli_query', 'mysqli_execute_query', 'mysqli_prepare', 'mysqli_store_result',
		'mysqli_use_result', 'mysqli_reap_async_query', 'mysqli_stmt_get_result', 'mysqli_fetch_row', 'mysqli_fetch_assoc'];

	/** @param key-of<self::METHODS> $class */
	public function __construct(private readonly string $class)
	{
	}

	public function getClass(): string
	{
		return $this->class;
	}

	public function isMethodSupported(MethodReflection $method): bool
	{
		return in_array($method->getName(), self::METHODS[$this->class], true);
	}

	public function getTypeFromMethodCall(MethodReflection $method, MethodCall $call, Scope $scope): Type
	{
		$variant = ParametersAcceptorSelector::selectFromArgs($scope, $call->getArgs(), $method->getVariants());
		return TypeCombinator::remove($variant->getReturnType(), new BooleanType());
	}

	public function isFunctionSupported(FunctionReflection $function): bool
	{
		return in_array($function->getName(), self::FUNCTIONS, true);
	}

	public function getTypeFromFunctionCall(FunctionReflection $function, FuncCall $call, Scope $scope): Type
	{
		$variant = ParametersAcceptorSelector::selectFromArgs($scope, $call->getArgs(), $function->getVariants());
		return TypeCombinator::remove($variant->getReturnType(), new BooleanType());
	}
}
