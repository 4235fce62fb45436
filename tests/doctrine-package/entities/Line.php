<?php
/* An entity of orm.php. */
declare(strict_types=1);

use Doctrine\ORM\Mapping as ORM;

#[ORM\Entity, ORM\Table('orm_lines')]
class Line
{
	#[ORM\Id, ORM\GeneratedValue, ORM\Column]
	public ?int $id = null;

	public function __construct(#[ORM\ManyToOne(targetEntity: Order::class, inversedBy: 'lines')] public Order $order, #[ORM\Column(unique: true)] public string $product)
	{
	}
}
